import CZeroMQ
import Glibc
import TestSupport
import Testing

@testable import MessageBus

/// A broker stopped by SIGSTOP: its socket exists and the kernel accepts connections, but the broker does not answer.
@Suite struct SilentBrokerTests {
  @Test(arguments: [false, true]) func `a silent broker is reported differently from a missing one`(failFast: Bool) async throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    let listener = try Self.listen(at: directory.file("bus"))
    let client = try BusClient(address, settings: .init(failFast: failFast))
    let silent = await #expect(throws: BusError.self) {
      try await client.ask("s", Request("GET", Target(["x"])), within: .milliseconds(200))
    }
    #expect(silent?.code == .deadlineExceeded)
    #expect(silent?.message == "the broker at \(address.requests) is not responding; it may be stopped or overloaded")
    close(listener)
    await client.close()
    let another = try BusClient(address, settings: .init(failFast: failFast))
    let gone = await #expect(throws: BusError.self) {
      try await another.ask("s", Request("GET", Target(["x"])), within: .milliseconds(200))
    }
    #expect(gone?.code == .unreachable)
    await another.close()
  }

  /// Such as an HTTP server; the kernel accepts the connections of this one.
  @Test(arguments: [false, true]) func `a tcp server that is no broker is reported differently from a missing one`(failFast: Bool)
    async throws
  {
    var server: SilentServer? = try SilentServer()
    let address = try Self.address(of: #require(server))
    func failure() async throws -> BusError? {
      let client = try BusClient(address, settings: .init(failFast: failFast))
      let error = await #expect(throws: BusError.self) {
        try await client.ask("s", Request("GET", Target(["x"])), within: .seconds(3))
      }
      await client.close()
      return error
    }
    let foreign = try await failure()
    #expect(foreign?.code == .unreachable)
    #expect(
      foreign?.message
        == "what is listening on \(address.requests) does not answer as a bus; it may be a stopped broker, or another program")
    server = nil
    let missing = try await failure()
    #expect(missing?.code == .unreachable)
    #expect(missing?.message == "nothing is listening on \(address.requests)")
  }

  /// A full backlog makes the first attempt fail although a process is listening, as it may happen with a broker that is just starting.
  @Test func `a fail-fast client waits for a broker that has just started`() async throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    let listener = try Self.listen(at: directory.file("bus"), backlog: 0)
    let waiting = try Self.connect(to: directory.file("bus"))
    let client = try BusClient(address, settings: .init(failFast: true))
    async let answer = client.ask("mmi.stats", Request("GET", Target([])), within: .testLimit)
    #expect(await client.waitUntilConnected(within: .milliseconds(300)) == false)
    // Renaming a socket keeps it listening, so at no time is nothing listening.
    let elsewhere = try BusAddress(requests: Endpoint("ipc://\(directory.file("new"))"))
    let broker = try Broker(binding: [elsewhere], settings: .quick, logger: .silent)
    let running = Task { try await broker.run() }
    try #require(rename(directory.file("new"), directory.file("bus")) == 0)
    close(listener)
    close(waiting)
    #expect(try await answer.status == 200)
    await client.close()
    broker.stop()
    try await running.value
  }

  private static func address(of server: SilentServer) throws -> BusAddress {
    try BusAddress(requests: Endpoint("tcp://127.0.0.1:\(server.port)"), events: Endpoint("tcp://127.0.0.1:1"))
  }

  /// Opens a connection that sends nothing.
  fileprivate static func connect(to path: String) throws -> Int32 {
    let connection = try socket()
    try #require(at(path) { Glibc.connect(connection, $0, $1) } == 0)
    return connection
  }

  private static func listen(at path: String, backlog: Int32 = 8) throws -> Int32 {
    let listener = try socket()
    try #require(at(path) { bind(listener, $0, $1) } == 0 && Glibc.listen(listener, backlog) == 0)
    return listener
  }

  private static func socket() throws -> Int32 {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    try #require(descriptor >= 0)
    return descriptor
  }

  private static func at(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

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
    let silent = try SilentBrokerTests.connect(to: directory.file("bus"))
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

  private func option(_ option: Int32, of socket: Socket) -> Int32 {
    var value: Int32 = -1
    var size = MemoryLayout<Int32>.size
    zmq_getsockopt(socket.pointer, option, &value, &size)
    return value
  }
}
