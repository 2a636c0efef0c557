import Glibc
import Launch
import MessageBus
import OrderedJSON
import TestSupport
import Testing

@Suite struct EnvironmentTests {
  @Test func foldersFollowTheXDGSpecification() {
    #expect(Environment(["HOME": "/h"]).stateFolder == "/h/.local/state/holocron")
    #expect(Environment(["HOME": "/h", "XDG_STATE_HOME": "/s"]).stateFolder == "/s/holocron")
    // Relative paths are to be passed over.
    #expect(Environment(["HOME": "/h", "XDG_STATE_HOME": "s"]).stateFolder == "/h/.local/state/holocron")
    #expect(Environment(["HOME": "h"]).stateFolder == Environment([:]).stateFolder)
  }

  @Test func emptyVariablesCountAsUnset() {
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
    ] as [(String?, [String: String], String)]) func theBusIsWhereTheSwitchOrTheEnvironmentSays(
      bus: String?, variables: [String: String], requests: String
    ) throws
  {
    let environment = Environment(variables.merging(["XDG_RUNTIME_DIR": "/run"]) { $1 })
    let address = try BusAddress(bus: bus, environment: environment)
    #expect("\(address.requests)" == requests)
    // The events of another bus are of no use.
    if bus != nil { #expect("\(address.events)" == "ipc:///x/events") }
  }

  @Test func aWrongBusIsNamed() {
    let problem = #expect(throws: Problem.self) { try BusAddress(bus: "http://x", environment: Environment([:])) }
    #expect(problem?.status == 400)
    #expect(problem?.extensions["field"] == "--bus")
  }

  @Test func foldersForSocketsMustBeOnesOwn() throws {
    let directory = try TemporaryDirectory()
    let folder = directory.file("a/b/c")
    #expect(Folders.weakness(of: folder) == "does not exist")
    try Folders.make(folder)
    try Folders.make(folder)
    #expect(Folders.weakness(of: folder) == nil)
    chmod(folder, 0o755)
    #expect(Folders.weakness(of: folder) == "lets other users in")
    try directory.write("", to: "file")
    #expect(Folders.weakness(of: directory.file("file")) == "is not a folder")
    #expect(throws: Problem.self) { try Folders.make(directory.file("file")) }
    #expect(throws: Problem.self) { try Folders.make(directory.file("file/below")) }
  }
}
