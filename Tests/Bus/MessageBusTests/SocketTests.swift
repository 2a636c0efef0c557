import CZeroMQ
import Glibc
import TestSupport
import Testing

@testable import MessageBus

@Suite struct SocketTests {
  /// libzmq cancels a heartbeat timer in time linear in the number of connections, so thousands of front-ends would stall its I/O thread.
  @Test func `the kernel detects lost connections, without libzmq heartbeats`() throws {
    let socket = try Socket(.router)
    socket.setConnectionOptions(largestMessage: 1 << 20)
    #expect(option(ZMQ_HEARTBEAT_IVL, of: socket) == 0)
    #expect(option(ZMQ_TCP_KEEPALIVE, of: socket) == 1)
  }

  @Test func `connections count from accept until they end, with or without a handshake`() async throws {
    let directory = try TemporaryDirectory()
    let endpoint = try Endpoint("ipc://\(directory.file("bus"))")
    let socket = try Socket(.router)
    var connections = try ConnectionCounter(of: socket)
    try socket.bind(endpoint)
    let silent = try Self.connect(to: directory.file("bus"))
    let greeting = try RawPeer(endpoint)
    greeting.send("hello")
    var haveEnded = false
    for (opens, count) in [(true, 2), (false, 1)] {
      if !opens { close(silent) }
      try await eventually("\(count) are connected") {
        if connections.update().haveEnded { haveEnded = true }
        return connections.value == count
      }
    }
    #expect(haveEnded)
    let gone = connections.update().gone
    #expect(gone.count == 1)
    withExtendedLifetime(greeting) {}
  }

  /// Opens a connection that sends nothing.
  private static func connect(to path: String) throws -> Int32 {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    try #require(connected == 0)
    return descriptor
  }

  private func option(_ option: Int32, of socket: Socket) -> Int32 {
    var value: Int32 = -1
    var size = MemoryLayout<Int32>.size
    zmq_getsockopt(socket.pointer, option, &value, &size)
    return value
  }
}
