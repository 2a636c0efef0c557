import Console
import MessageBus
import OrderedJSON
import Platform
import TestSupport
import Testing

@Suite struct LaunchEnvironmentTests {
  @Test(
    arguments: [
      ("http://x", ["HOLOCRON_BUS": "tcp://127.0.0.1:5000"], "--bus"), (nil, ["HOLOCRON_BUS": "http://x"], "HOLOCRON_BUS"),
      (nil, ["HOLOCRON_BUS": "tcp://127.0.0.1:5000", "HOLOCRON_EVENTS": "http://x"], "HOLOCRON_EVENTS"),
      (nil, ["HOLOCRON_BUS": "http://x", "HOLOCRON_EVENTS": "http://y"], "HOLOCRON_BUS"),
    ] as [(String?, [String: String], String)]) func `an invalid bus address is an error that names its source`(
      bus: String?, variables: [String: String], source: String
    )
  {
    let problem = #expect(throws: Problem.self) { try BusAddress(bus: bus, environment: Environment(variables)) }
    #expect(problem?.status == 400)
    #expect(problem?.extensions["field"] == .string(source))
    #expect(problem?.detail?.hasPrefix("\(source): invalid endpoint 'http://x'") == true)
  }

  @Test(
    arguments: [
      (false, nil, [:], "ipc:///run/holocron/bus", "ipc:///run/holocron/events"),
      (false, nil, ["HOLOCRON_BUS": "ipc:///e/bus"], "ipc:///e/bus", "ipc:///e/events"),
      // The event endpoint of another bus is ignored.
      (false, "ipc:///o/bus", ["HOLOCRON_BUS": "ipc:///e/bus", "HOLOCRON_EVENTS": "tcp://127.0.0.1:1"], "ipc:///o/bus", "ipc:///o/events"),
      (true, nil, [:], "ipc:///f/bus", "ipc:///f/other"), (true, nil, ["HOLOCRON_BUS": "ipc:///e/bus"], "ipc:///e/bus", "ipc:///f/other"),
      (true, nil, ["HOLOCRON_EVENTS": "ipc:///e/events"], "ipc:///f/bus", "ipc:///e/events"),
      (true, "ipc:///o/bus", [:], "ipc:///o/bus", "ipc:///o/events"),
    ] as [(Bool, String?, [String: String], String, String)])
  func `the bus comes from the option, the environment or the configuration file`(
    hasFile: Bool, bus: String?, variables: [String: String], requests: String, events: String
  ) throws {
    let folder = try TemporaryDirectory()
    try folder.write(#"{"bus":"ipc:///f/bus","events":"ipc:///f/other","bus.heartbeat":"1s"}"#, to: "config.json")
    var all = variables.merging(["XDG_RUNTIME_DIR": "/run"]) { $1 }
    if hasFile { all["HOLOCRON_CONFIG"] = folder.file("config.json") }
    let address = try BusAddress(bus: bus, environment: Environment(all))
    #expect("\(address.requests)" == requests && "\(address.events)" == events)
    #expect(address.options == ["--bus", requests, "--events", events])
  }

  @Test func `an invalid endpoint in the configuration file is an error that names the member and the file`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("config.json")
    try folder.write(#"{"bus":"http://x"}"#, to: "config.json")
    let problem = #expect(throws: Problem.self) { try BusAddress(bus: nil, environment: Environment(["HOLOCRON_CONFIG": path])) }
    #expect(problem?.status == 400)
    #expect(problem?.detail?.hasPrefix("'bus' in \(path): invalid endpoint 'http://x'") == true)
    try folder.write("{", to: "config.json")
    let broken = #expect(throws: Problem.self) { try BusAddress(bus: nil, environment: Environment(["HOLOCRON_CONFIG": path])) }
    #expect(broken?.detail?.hasPrefix("\(path) is not valid JSON") == true)
    // The option needs no file.
    #expect("\(try BusAddress(bus: "ipc:///o/bus", environment: Environment(["HOLOCRON_CONFIG": path])).requests)" == "ipc:///o/bus")
  }

  /// The endpoint in the key file counts if nothing else names a bus; the keys always do.
  @Test(
    arguments: [
      (nil, [:], "tcp://tatooine:5555", "key"), (nil, ["HOLOCRON_BUS": "tcp://hoth:1"], "tcp://hoth:1", "HOLOCRON_BUS"),
      ("tcp://endor:1", ["HOLOCRON_BUS": "tcp://hoth:1"], "tcp://endor:1", "--bus"),
    ] as [(String?, [String: String], String, String)])
  func `a key comes from the environment or the configuration file`(
    bus: String?, variables: [String: String], requests: String, source: String
  ) throws {
    let folder = try TemporaryDirectory()
    let keys = try KeyFolder(environment: Environment(["XDG_CONFIG_HOME": folder.path]))
    var file = try keys.add("luke", role: .frontEnd)
    file.bus = "tcp://tatooine:5555"
    let (path, config) = (folder.file("luke.json"), folder.file("config.json"))
    try RegularFile.replace(path, with: file.json.bytes())
    try folder.write(#"{"key": "\#(path)"}"#, to: "config.json")
    for (key, name) in [(["HOLOCRON_CONFIG": config], "key"), (["HOLOCRON_KEY": path], "HOLOCRON_KEY")] {
      let environment = Environment(variables.merging(key) { $1 })
      let address = try BusAddress(bus: bus, environment: environment)
      #expect("\(address.requests)" == requests && address.keys == file.keys)
      #expect(BusAddress.source(bus: bus, environment: environment)?.name == (source == "key" ? name : source))
    }
    try FileSystem.setMode(0o640, of: path)
    let problem = #expect(throws: Problem.self) {
      try BusAddress(bus: bus, environment: Environment(variables.merging(["HOLOCRON_CONFIG": config]) { $1 }))
    }
    #expect(problem?.detail?.hasPrefix("'key' in \(config): other users can read the key file \(path)") == true)
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

@Suite struct ExecutablesTests {
  @Test(arguments: [
    ("load", true), ("tui2", true), ("a-b", true), ("", false), ("-x", false), ("../x", false), ("a/b", false), ("A", false),
    ("a b", false), (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
  ]) func `plugin names are validated`(word: String, isCommandName: Bool) { #expect(Executables.isCommandName(word) == isCommandName) }

  @Test func `only executable files are found`() throws {
    let (first, second) = (try TemporaryDirectory(), try TemporaryDirectory())
    for (folder, name, mode) in [(first, "holocron-a", 0o600 as UInt32), (second, "holocron-a", 0o700), (second, "holocron-B", 0o700)] {
      try folder.write("#!/bin/sh\n", to: name)
      try FileSystem.setMode(mode, of: folder.file(name))
    }
    try Folder.create(first.file("holocron-folder"))
    let executables = Executables(folders: [first.path, "/nonexistent", second.path])
    #expect(executables.find("holocron-a") == second.file("holocron-a"))
    #expect(executables.find("holocron-folder") == nil)
    #expect(executables.commandNames() == ["a"])
  }

  @Test func `the own folder comes first and relative paths are ignored`() {
    let executables = Executables(environment: Environment(["PATH": "/a:.:b::/c"]))
    #expect(executables.folders == [ProductsDirectory.path, "/a", "/c"])
  }
}
