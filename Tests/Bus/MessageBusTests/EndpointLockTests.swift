import Logging
import Platform
import TestSupport
import Testing

@testable import MessageBus

/// Exclusive and safe binding of endpoints.
@Suite struct EndpointLockTests {
  private func broker(_ address: BusAddress, insecure: Bool = false, logger: Logger = .silent) throws -> Broker {
    var settings = Broker.Settings.quick
    settings.isInsecure = insecure
    return try Broker(binding: [address], settings: settings, logger: logger)
  }

  @Test(arguments: ["ipc", "tcp", "inproc"])
  func `only one broker can bind an events endpoint`(transport: String) throws {
    let directory = try TemporaryDirectory()
    func endpoint(_ name: String) throws -> Endpoint {
      switch transport {
      case "ipc": try Endpoint("ipc://\(directory.file(name))")
      case "inproc": try Endpoint("inproc://\(directory.file(name))")
      default: try Endpoint("tcp://127.0.0.1:\(try FreePort.loopback())")
      }
    }
    let shared = try endpoint("shared")
    let first = try broker(BusAddress(requests: endpoint("one"), events: shared))
    defer { first.stop() }
    let error = #expect(throws: BusError.self) { _ = try broker(BusAddress(requests: endpoint("two"), events: shared)) }
    #expect(error?.code == .inUse)
    #expect(error?.message.contains("\(shared)") == true)
  }

  @Test func `a stopped broker leaves no socket behind`() async throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    let broker = try broker(address)
    #expect(Folder.names(in: directory.path).filter { !$0.hasSuffix(".lock") }.count == 2)
    broker.stop()
    try await broker.run()
    #expect(Folder.names(in: directory.path).filter { !$0.hasSuffix(".lock") }.isEmpty)
  }

  /// As logind does with the runtime folder when its user logs out.
  @Test func `a broker whose files are removed makes them anew and keeps its connections`() async throws {
    let directory = try TemporaryDirectory()
    let folder = directory.file("run")
    let address = try BusAddress(requests: Endpoint("ipc://\(folder)/bus"))
    let broker = try broker(address)
    defer { broker.stop() }
    let get = Request("GET", Target([]))
    let old = try BusClient(address)
    #expect(try await old.ask("mmi.services", get, within: .testLimit).isSuccess)
    for name in Folder.names(in: folder) { FileSystem.remove("\(folder)/\(name)") }
    try FileSystem.rename(folder, to: directory.file("removed"))
    try await eventually("the sockets are back") { Set(Folder.names(in: folder)).isSuperset(of: ["bus", "events"]) }
    #expect(try FileStatus(of: folder).isPrivate)
    let new = try BusClient(address)
    for client in [old, new] {
      #expect(try await client.ask("mmi.services", get, within: .testLimit).isSuccess)
      await client.close()
    }
    #expect(#expect(throws: BusError.self) { _ = try self.broker(address) }?.code == .inUse)
    #expect(broker.statistics.connections <= 2)
  }

  @Test func `a broker ends, and says why, when it cannot make its files anew, or something else has taken their place`() async throws {
    for isReplaced in [true, false] {
      let directory = try TemporaryDirectory()
      let folder = directory.file("run")
      let broker = try broker(BusAddress(requests: Endpoint("ipc://\(folder)/bus")))
      if isReplaced {
        try FileSystem.rename("\(folder)/events", to: "\(folder)/bus")
      } else {
        try FileSystem.rename(folder, to: directory.file("removed"))
        try directory.write("", to: "run")
      }
      let error = await #expect(throws: BusError.self) { try await broker.run() }
      #expect(error?.message.hasPrefix("the broker cannot be reached any more: ") == true)
      // The other program's file remains.
      #expect(!isReplaced || FileSystem.exists("\(folder)/bus"))
    }
  }

  @Test(arguments: ["tcp://*:", "tcp://0.0.0.0:", "tcp://[::]:"])
  func `an endpoint that other machines can reach is refused by default`(prefix: String) throws {
    let address = try BusAddress(requests: Endpoint("\(prefix)\(try FreePort.loopback())"))
    let error = #expect(throws: BusError.self) { _ = try broker(address) }
    #expect(error?.code == .invalid)
    #expect(error?.message.contains("\(address.requests)") == true)
    #expect(error?.message.contains("--insecure") == true)
  }

  @Test func `an endpoint that other machines can reach is bound with a warning if allowed`() throws {
    let address = try BusAddress(
      requests: Endpoint("tcp://0.0.0.0:\(try FreePort.loopback())"), events: Endpoint("tcp://127.0.0.1:\(try FreePort.loopback())"))
    let log = LogRecorder(.warning)
    let broker = try broker(address, insecure: true, logger: log.logger)
    broker.stop()
    #expect(log.messages == ["any machine that can reach this endpoint can read and forge messages"])
  }
}
