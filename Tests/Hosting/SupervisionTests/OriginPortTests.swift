import Logging
import MessageBus
import Platform
import TestSupport
import Testing

@testable import Supervision

struct OriginPortTests {
  private let directory: TemporaryDirectory
  private var port: OriginPort { OriginPort(in: directory.path) }

  init() throws { directory = try TemporaryDirectory() }

  @Test func `the remembered port is chosen again`() throws {
    let remembered = try FreePort.loopback()
    port.remember(remembered, .silent)
    #expect(try port.choose() == remembered)
    #expect(try SupervisorSettings.origin("own", stateFolder: directory.path, runtimeFolder: directory.path) == .own(port: remembered))
  }

  @Test func `another port is chosen while the remembered one is taken`() async throws {
    let remembered = try FreePort.loopback()
    let address = try BusAddress(
      requests: Endpoint("tcp://127.0.0.1:\(remembered)"), events: Endpoint("tcp://127.0.0.1:\(try FreePort.loopback())"))
    let broker = try Broker(binding: [address], settings: Broker.Settings(), logger: .silent)
    defer { broker.stop() }
    port.remember(remembered, .silent)
    #expect(try port.choose() != remembered)
    func chosen() throws -> Fleet.Origin {
      try SupervisorSettings.origin("own", stateFolder: directory.path, runtimeFolder: directory.path)
    }
    #expect(try chosen() != .own(port: remembered))
    // The next fleet waits for an origin of a killed supervisor, and the cache has the records of its address.
    // Waits for a line of a pipe, which nothing writes, as its standard input may be at its end.
    try directory.writeProgram("#!/bin/sh\nmkfifo \"$0.pipe\"\nread line <>\"$0.pipe\"\n", to: "holocron-origin")
    let origin = try Spawn(directory.file("holocron-origin"), ["--lifeline"]).start()
    defer {
      Signal.kill.send(to: origin.id)
      origin.wait()
    }
    // The kernel shows no command line for a moment after the start.
    try await eventually("the origin has a command line", isTrue: { RunningProgram.commandLine(of: origin.id) != nil })
    try directory.write(#"{"processes":[{"name":"origin","pid":\#(origin.id)}]}"#, to: "supervisor.json")
    #expect(try chosen() == .own(port: remembered))
  }

  @Test(arguments: ["", "x\n", "0\n", "65536\n", "-1\n", "12345678901234567890\n"]) func `a file without a port is ignored`(text: String)
    throws
  {
    try directory.write(text, to: "origin.port")
    #expect(try port.choose() > 0)
  }
}
