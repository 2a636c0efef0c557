import Launch
import MessageBus
import OrderedJSON
import Platform
import TestSupport
import Testing

@Suite struct LaunchEnvironmentTests {
  @Test(
    arguments: [
      (nil, [:], "ipc:///run/holocron/bus"), (nil, ["HOLOCRON_BUS": "tcp://127.0.0.1:5000"], "tcp://127.0.0.1:5000"),
      ("ipc:///x/bus", ["HOLOCRON_BUS": "tcp://127.0.0.1:5000", "HOLOCRON_EVENTS": "tcp://127.0.0.1:1"], "ipc:///x/bus"),
    ] as [(String?, [String: String], String)]) func `the bus address comes from the option or the environment`(
      bus: String?, variables: [String: String], requests: String
    ) throws
  {
    let environment = Environment(variables.merging(["XDG_RUNTIME_DIR": "/run"]) { $1 })
    let address = try BusAddress(bus: bus, environment: environment)
    #expect("\(address.requests)" == requests)
    // The event endpoint of another bus is ignored.
    if bus != nil { #expect("\(address.events)" == "ipc:///x/events") }
  }

  @Test(
    arguments: [
      ("http://x", ["HOLOCRON_BUS": "tcp://127.0.0.1:5000"], "--bus"), (nil, ["HOLOCRON_BUS": "http://x"], "HOLOCRON_BUS"),
      (nil, ["HOLOCRON_BUS": "tcp://127.0.0.1:5000", "HOLOCRON_EVENTS": "http://x"], "HOLOCRON_EVENTS"),
    ] as [(String?, [String: String], String)]) func `an invalid bus address is an error that names its source`(
      bus: String?, variables: [String: String], source: String
    )
  {
    let problem = #expect(throws: Problem.self) { try BusAddress(bus: bus, environment: Environment(variables)) }
    #expect(problem?.status == 400)
    #expect(problem?.extensions["field"] == .string(source))
    #expect(problem?.detail?.hasPrefix("\(source): invalid endpoint 'http://x'") == true)
  }

  @Test(arguments: ["HOLOCRON_BUS", "HOLOCRON_EVENTS"]) func `an endpoint within a process is an error that names its source`(
    variable: String
  ) {
    let problem = #expect(throws: Problem.self) { try BusAddress(bus: nil, environment: Environment([variable: "inproc://x"])) }
    #expect(problem?.extensions["field"] == .string(variable))
    #expect(problem?.detail?.hasPrefix("\(variable): invalid endpoint 'inproc://x'") == true)
  }

  @Test func `a folder that cannot be created is named`() throws {
    let directory = try TemporaryDirectory()
    try Folders.make(directory.file("a/b"))
    try directory.write("", to: "file")
    for path in ["file", "file/below", "file/below/it"] {
      let problem = #expect(throws: Problem.self) { try Folders.make(directory.file(path)) }
      #expect(problem?.detail == "\(directory.file("file")) is not a folder; move or remove it")
    }
  }
}
