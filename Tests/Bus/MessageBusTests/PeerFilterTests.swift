import Platform
import TestSupport
import Testing

@testable import MessageBus

/// libzmq's check of the user of each connection (ZMQ_IPC_FILTER_UID), which counts if the modes of files let another user in.
@Suite struct PeerFilterTests {
  /// Connects and prints the number of bytes of the greeting with which every peer of ZMTP begins.
  private static let program =
    "use Socket; socket(S, AF_UNIX, SOCK_STREAM, 0) or die $!; connect(S, sockaddr_un($ARGV[0])) or die $!; "
    + "$n = sysread(S, $b, 64); print $n ? \"greeted\" : \"closed\", \"\\n\";"

  private static let isPossible =
    User.effective == 0 && ["/usr/bin/setpriv", "/usr/bin/perl"].allSatisfy(FileSystem.isExecutable)

  @Test(.enabled(if: isPossible, "only root can run a peer as another user, with setpriv and perl"))
  func `a process of another user is refused even if it can open the sockets`() async throws {
    try await BusHarness.with { bus in
      for endpoint in [bus.address.requests, bus.address.workers, bus.address.events] {
        let path = endpoint.address
        try FileSystem.setMode(0o755, of: bus.address.ownership(of: endpoint).folder)
        try FileSystem.setMode(0o777, of: path)
        for (user, expected) in [("0", "greeted"), ("65534", "closed")] {
          let peer = try await RunningProcess.start(
            "/usr/bin/setpriv", ["--reuid", user, "--regid", user, "--clear-groups", "/usr/bin/perl", "-e", Self.program, path])
          try await peer.ends(.exited(0))
          #expect(peer.output == "\(expected)\n", "user \(user) at \(path): \(peer.errors)")
        }
      }
    }
  }
}
