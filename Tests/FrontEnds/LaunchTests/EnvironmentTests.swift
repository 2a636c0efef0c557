import Glibc
import Launch
import MessageBus
import OrderedJSON
import TestSupport
import Testing

@Suite struct EnvironmentTests {
  @Test func `folders follow the XDG specification`() {
    #expect(Environment(["HOME": "/h"]).stateFolder == "/h/.local/state/holocron")
    #expect(Environment(["HOME": "/h", "XDG_STATE_HOME": "/s"]).stateFolder == "/s/holocron")
    // Relative paths are ignored.
    #expect(Environment(["HOME": "/h", "XDG_STATE_HOME": "s"]).stateFolder == "/h/.local/state/holocron")
    #expect(Environment(["HOME": "h"]).stateFolder == Environment([:]).stateFolder)
  }

  @Test func `empty variables count as unset`() {
    let environment = Environment(["A": "", "B": "b"])
    #expect(environment["A"] == nil)
    #expect(environment.raw("A") == "")
    #expect(environment.raw("C") == nil)
    #expect(environment.only(["A", "B", "C"]) == ["B": "b"])
  }

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

  @Test func `an invalid bus address is an error`() {
    let problem = #expect(throws: Problem.self) { try BusAddress(bus: "http://x", environment: Environment([:])) }
    #expect(problem?.status == 400)
    #expect(problem?.extensions["field"] == "--bus")
  }

  @Test func `socket folders must be private`() throws {
    let directory = try TemporaryDirectory()
    let folder = directory.file("a/b/c")
    #expect(Folders.weakness(of: folder) == "does not exist")
    try Folders.make(folder)
    try Folders.make(folder)
    #expect(Folders.weakness(of: folder) == nil)
    chmod(folder, 0o755)
    #expect(Folders.weakness(of: folder) == "is accessible to other users")
    try directory.write("", to: "file")
    #expect(Folders.weakness(of: directory.file("file")) == "is not a folder")
    #expect(throws: Problem.self) { try Folders.make(directory.file("file")) }
    #expect(throws: Problem.self) { try Folders.make(directory.file("file/below")) }
  }
}
