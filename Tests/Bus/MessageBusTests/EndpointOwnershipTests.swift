import Glibc
import Platform
import TestSupport
import Testing

@testable import MessageBus

/// Ownership checks of endpoints, from file status and peer process.
@Suite struct EndpointOwnershipTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let folder: FileStatus?
    var socket: FileStatus?
    var isInRuntimeFolder = false
    /// Part of the expected message; `nil` if no rule is violated.
    let violation: String?
    var testDescription: String {
      "\(folder.map { "\($0)" } ?? "nothing"), in runtime folder: \(isInRuntimeFolder) → \(violation ?? "fine")"
    }
  }

  static func folder(_ owner: UInt32, _ mode: UInt32, link: UInt32? = nil) -> FileStatus {
    FileStatus(kind: .folder, owner: owner, mode: mode, linkOwner: link)
  }

  static func socket(_ owner: UInt32, link: UInt32? = nil) -> FileStatus {
    FileStatus(kind: .socket, owner: owner, mode: 0o600, linkOwner: link)
  }

  static let cases: [Case] = [
    Case(folder: nil, violation: nil),
    Case(folder: folder(7, 0o700), socket: socket(7), isInRuntimeFolder: true, violation: nil),
    Case(folder: folder(7, 0o755), violation: nil),
    Case(folder: folder(7, 0o777), violation: "other users can write to the folder /x (mode 777)"),
    Case(folder: folder(7, 0o770), violation: "other users can write to the folder /x (mode 770)"),
    Case(folder: folder(7, 0o1777), socket: socket(7), violation: nil),
    Case(folder: folder(8, 0o700), violation: "the folder /x belongs to user 8, not to you"),
    Case(folder: folder(8, 0o1777), socket: socket(7), violation: "the folder /x belongs to user 8, not to you"),
    Case(folder: folder(7, 0o700), socket: socket(8), violation: "/x/bus belongs to user 8, not to you"),
    Case(folder: folder(7, 0o700), socket: FileStatus(kind: .other, owner: 7, mode: 0), violation: "/x/bus is not a socket"),
    Case(folder: FileStatus(kind: .other, owner: 7, mode: 0o700), violation: "/x is not a folder"),
    // Root may own the endpoint only outside the runtime folder, and only if nobody else can write there.
    Case(folder: folder(0, 0o755), socket: socket(0), violation: nil),
    Case(folder: folder(0, 0o755), socket: socket(0), isInRuntimeFolder: true, violation: "the folder /x belongs to user 0, not to you"),
    Case(folder: folder(0, 0o777), socket: socket(0), violation: "other users can write to the folder /x"),
    Case(folder: folder(0, 0o755), socket: socket(8), violation: "/x/bus belongs to user 8, not to you"),
    // A shared folder such as /tmp.
    Case(folder: folder(0, 0o1777), socket: socket(7), violation: nil),
    Case(folder: folder(0, 0o1777), socket: socket(8), violation: "/x/bus belongs to user 8, not to you"),
    Case(folder: folder(0, 0o1777), socket: socket(0), violation: "/x/bus belongs to user 0, not to you"),
    // Links of other users are not followed.
    Case(folder: folder(7, 0o700, link: 7), violation: nil),
    Case(folder: folder(7, 0o700, link: 0), violation: nil),
    Case(folder: folder(7, 0o700, link: 8), violation: "the link /x belongs to user 8, not to you"),
    Case(folder: folder(0, 0o1777), socket: socket(7, link: 8), violation: "the link /x/bus belongs to user 8, not to you"),
  ]

  @Test(arguments: cases) func `the status of its files decides whether an endpoint is trusted`(_ example: Case) throws {
    let ownership = EndpointOwnership(try Endpoint("ipc:///x/bus"), isInRuntimeFolder: example.isInRuntimeFolder, user: 7)
    let violation = ownership.violation(folder: example.folder, socket: example.socket)
    if let expected = example.violation { #expect(violation?.contains(expected) == true) } else { #expect(violation == nil) }
  }

  @Test func `the peer process must belong to the user`() throws {
    var pair: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    defer { pair.forEach { close($0) } }
    let directory = try TemporaryDirectory()
    let endpoint = try Endpoint("ipc://\(directory.file("none/bus"))")
    try EndpointOwnership(endpoint, isInRuntimeFolder: true).check(peerOf: pair[0])
    let other = EndpointOwnership(endpoint, isInRuntimeFolder: true, user: User.effective + 1)
    let error = #expect(throws: BusError.self) { try other.check(peerOf: pair[0]) }
    #expect(error?.code == .untrusted)
    #expect(error?.message.contains("the process \(OwnProcess.id)") == true)
    #expect(error?.message.contains("belongs to user \(User.effective), not to you") == true)
  }

  /// The folder of another user, with a broker and a worker that would answer any request.
  @Test(.enabled(if: User.effective == 0, "only root can change the owner of a folder"))
  func `clients, workers, subscriptions and brokers refuse another user's folder and name it`() async throws {
    try await BusHarness.with { bus in
      try bus.worker(Echo())
      let client = try bus.client()
      _ = try await client.ask("test.echo", Request("GET", Target(["x"])), within: .testLimit)
      let folder = bus.address.ownership(of: bus.address.requests).folder
      try Files.changeOwner(of: folder, to: 65_534)
      let attempts: [(String, () throws -> Void)] = [
        ("client", { _ = try bus.client() }), ("worker", { _ = try bus.worker(Echo()) }),
        ("subscription", { _ = try EventSubscription(bus.address, topics: [""]) }),
        ("broker", { _ = try Broker(binding: [bus.address], logger: .silent) }),
      ]
      for (who, attempt) in attempts {
        let error = #expect(throws: BusError.self, "\(who)") { try attempt() }
        #expect(error?.code == .untrusted, "\(who)")
        #expect(error?.message.contains("the folder \(folder) belongs to user 65534, not to you") == true, "\(who)")
        #expect(error?.message.contains("HOLOCRON_BUS") == true, "\(who)")
      }
      try Files.changeOwner(of: folder, to: User.effective)
    }
  }

  @Test(.enabled(if: User.effective == 0, "only root can change the owner of a folder"))
  func `a folder that another user creates after the client started is refused until the user owns it`() async throws {
    let directory = try TemporaryDirectory()
    let folder = directory.file("holocron")
    let address = try BusAddress(requests: Endpoint("ipc://\(folder)/bus"))
    let client = try BusClient(address)
    // The client connects as soon as the socket exists, so the folder must belong to the other user before.
    try Folder.create(folder)
    try Files.changeOwner(of: folder, to: 65_534)
    let rogue = try RawBroker(address.requests)
    try await withTaskExecutorPreference(ThreadPerJobExecutor.shared) { try await refuseThenTake(client, rogue, folder) }
    await client.close()
  }

  private func refuseThenTake(_ client: BusClient, _ rogue: RawBroker, _ folder: String) async throws {
    let error = await #expect(throws: BusError.self) {
      try await client.ask("s", Request("GET", Target(["secret"])), within: .testLimit)
    }
    #expect(error?.code == .untrusted)
    #expect(error?.message.contains("the folder \(folder) belongs to user 65534") == true)
    #expect(rogue.receive(within: .milliseconds(50)) == nil)
    try Files.changeOwner(of: folder, to: User.effective)
    async let answer = client.ask("s", Request("GET", Target(["x"])), within: .testLimit)
    let request = try #require(rogue.receive())
    rogue.send(request[0], "MDPC02", "\u{3}", "s", request[4], "200", "", "yes")
    #expect(try await answer.content == Array("yes".utf8))
  }
}

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
      for endpoint in bus.address.endpoints {
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
