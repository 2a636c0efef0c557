import MessageBus
import OrderedJSON
import Platform
import TestSupport
import Testing

@testable import CommandLine

/// `holocron config` with real files.
@Suite struct ConfigCommandTests {
  let sandbox: Sandbox
  private let user: String

  init() throws {
    sandbox = try Sandbox()
    user = sandbox.directory.file("config/holocron/config.json")
  }

  private typealias Run = (ending: RunningProcess.Ending, output: String, errors: String)

  /// Runs `holocron config` with further variables, in a folder.
  private func config(_ words: [String], _ variables: [String: String] = [:], in folder: String? = nil) async throws -> Run {
    let process = try await RunningProcess.start(
      "/bin/sh", ["-c", "cd \(folder ?? sandbox.directory.path) && exec holocron config \"$@\"", "sh"] + words,
      environment: sandbox.environment.merging(variables) { $1 }, keeping: sandbox.directory)
    process.closeInput()
    return (try await process.ending(within: .testLimit), process.output, process.errors)
  }

  private func config(_ words: String...) async throws -> Run { try await config(words) }

  private func write(_ text: String) throws {
    try Folder.create(sandbox.directory.file("config/holocron"))
    try Files.write(Array(text.utf8), to: user)
  }

  @Test func `a setting is set, read and removed`() async throws {
    #expect(try await config("set", "explorer.units", "imperial").ending == .exited(0))
    #expect(Files.text(user) == "{\n  \"explorer\": {\n    \"units\": \"imperial\"\n  }\n}\n")
    #expect(try FileStatus(of: user).isPrivate)
    #expect(try await config("get", "explorer.units").output == "imperial\n")
    #expect(try await config("get", "cache.entries", "-o", "plain").output == "cache.entries\t100000\tdefault\n")
    #expect(try await config("set", "cache.entries", "5000").ending == .exited(0))
    #expect(try JSON(parsing: #require(Files.text(user)))["cache"]?["entries"] == 5_000)
    let shown = try JSON(parsing: try await config("show", "--json").output).array ?? []
    #expect(shown.contains(["name": "cache.entries", "value": "5000", "source": .string("'cache.entries' in \(user)")]))
    let names = shown.compactMap { $0["name"]?.string }
    #expect(names.contains("cache.bytes") && names.contains("fetch.origin") && names.contains("search.index-memory"))
    // Of workers that are processes of their own.
    #expect(shown.contains { $0["name"] == "worker.credit" && $0["value"] == "64" })
    // Every name that is shown is accepted, and short ones are, in any case.
    let row = try JSON(parsing: try await config("get", "Units", "--json").output)
    #expect(row["name"] == "explorer.units" && row["value"] == "imperial" && names.contains("explorer.units"))
    #expect(try await config("set", "THEME", "light").ending == .exited(0))
    #expect(try await config("get", "Explorer.Theme").output == "light\n")
    #expect(try await config("unset", "theme").ending == .exited(0))
    #expect(try await config("get", "Cache.Entries").output == "5000\n")
    for key in ["explorer.units", "cache.entries"] { #expect(try await config("unset", key).ending == .exited(0)) }
    #expect(Files.text(user) == "{}\n")
    #expect(try await config("get", "explorer.units").output == "metric\n")
    let missing = try await config("unset", "explorer.units")
    #expect(missing.ending == .exited(3) && missing.errors.contains("'explorer.units' is not set in \(user)"))
  }

  @Test func `the rest of the file stays as it is`() async throws {
    try write("{ \"mine\" : [1, 2.50],\n\t\"explorer\": {\"theme\": \"dark\"} }\n\n")
    try FileSystem.setMode(0o640, of: user)
    #expect(try await config("set", "explorer.theme", "light").ending == .exited(0))
    #expect(Files.text(user) == "{ \"mine\" : [1, 2.50],\n\t\"explorer\": {\"theme\": \"light\"} }\n\n")
    #expect(try FileStatus(of: user).mode == 0o640)
    #expect(Folder.names(in: sandbox.directory.file("config/holocron")) == ["config.json"])
  }

  static let mistakes: [([String], String)] = [
    (["explorer.them", "dark"], "explorer.theme"), (["them", "dark"], "explorer.theme"), (["cache.entires", "5"], "cache.entries"),
    (["explorer.theme", "drak"], "invalid value 'drak' for 'explorer.theme'"), (["explorer.mouse", "maybe"], "'maybe'"),
    (["explorer.keys.srot", "s"], "explorer.keys.sort"), (["cache.bytes", "x"], "invalid value 'x' for cache.bytes: expected a size from"),
    (["fetch.max-rate", "-1"], "invalid value '-1' for fetch.max-rate: expected a whole number"),
    (["fetch.origin", "10"], "invalid value '10' for fetch.origin: '10' is not an origin"),
    (["fetch.origin", #"["http://127.0.0.1/", "x"]"#], "'x' is not an origin"),
    (["--project", "fetch.max-rate", "1"], "'fetch.max-rate' cannot be set for a project"),
    (["--project", "--system", "explorer.theme", "dark"], "exclude each other"),
    (["explorer.theme"], "usage: holocron config set KEY VALUE"),
  ]

  @Test(arguments: mistakes) func `a mistake is named and changes nothing`(words: [String], part: String) async throws {
    let project = sandbox.directory.file("project")
    try Folder.create(project)
    let words = ["set"] + words.filter { $0 != "-1" } + (words.contains("-1") ? ["--", "-1"] : [])
    let (ending, _, errors) = try await config(words, in: project)
    #expect(ending == .exited(2))
    #expect(errors.contains(part), "\(errors)")
    #expect(!FileSystem.exists(user))
  }

  @Test func `the bus and its settings are written beside each other`() async throws {
    try write(#"{"bus": {"heartbeat": "1s"}, "junk": {"a": 1}}"#)
    let section = try await config("unset", "bus")
    #expect(section.ending == .exited(2) && section.errors.contains("'bus' is a section; name a setting in it, such as bus.heartbeat"))
    #expect(try await config("set", "bus", "ipc:///tmp/x/bus").ending == .exited(0))
    #expect(Files.text(user) == #"{"junk": {"a": 1}, "bus": "ipc:///tmp/x/bus", "bus.heartbeat": "1s"}"#)
    #expect(try await config("get", "bus").output == "ipc:///tmp/x/bus\n")
    #expect(try await config("get", "bus.heartbeat").output == "1s\n")
    #expect(try await config("unset", "junk").ending == .exited(0))
    #expect(Files.text(user) == #"{"bus": "ipc:///tmp/x/bus", "bus.heartbeat": "1s"}"#)
  }

  @Test func `an invalid file is not changed`() async throws {
    try write("{\n\"explorer\": {")
    let (ending, _, errors) = try await config("set", "explorer.theme", "dark")
    #expect(ending == .exited(2) && errors.contains("\(user) is not valid JSON at line 2, column "), "\(errors)")
    #expect(Files.text(user) == "{\n\"explorer\": {")
  }

  @Test func `a stronger source is named`() async throws {
    let (ending, _, errors) = try await config(["set", "explorer.theme", "light"], ["HOLOCRON_THEME": "dark"])
    #expect(ending == .exited(0) && errors == "holocron: warning: HOLOCRON_THEME overrides this setting\n", "\(errors)")
  }

  @Test func `a file that would not be read is not written`() async throws {
    let named = sandbox.directory.file("named.json")
    try sandbox.directory.write("{}", to: "named.json")
    for scope in ["--project", "--system"] {
      let (ending, _, errors) = try await config(["set", scope, "explorer.theme", "light"], ["HOLOCRON_CONFIG": named])
      #expect(ending == .exited(2) && errors.contains("\(scope): HOLOCRON_CONFIG is set, so only \(named) is read"), "\(errors)")
    }
    let (ending, _, errors) = try await config(["set", "--project", "explorer.theme", "light"], in: "/")
    #expect(ending == .exited(2) && errors.contains("would not be read; change to the folder of a project"), "\(errors)")
  }

  /// Runs `holocron config edit` in a terminal. Standard error is a file, so the command does not ask whether to edit again.
  private func edit(_ text: String, with editor: String, _ options: String = "", in folder: String? = nil) async throws -> (
    ending: ProcessEnding, errors: String
  ) {
    let errors = sandbox.directory.file("errors")
    let terminal = try TestTerminal()
    let process = try terminal.start(
      "/bin/sh", ["-c", "cd \(folder ?? sandbox.directory.path) && holocron config edit \(options) 2> \(errors)"],
      environment: sandbox.environment.merging(["VISUAL": editor, "TEXT": text]) { _, new in new })
    let ending = try await eventually("the end") { terminal.ending(of: process) }
    return (ending, Files.text(errors) ?? "")
  }

  /// A program that waits until it gets Ctrl-C, as an editor or a pager does something else with it than end.
  private func waitingProgram(_ name: String, then last: String) throws -> String {
    try sandbox.directory.writeProgram(
      "#!/bin/sh\ntrap 'touch \"$0.caught\"' INT\necho ready\nwhile [ ! -e \"$0.caught\" ]; do sleep 0.05; done\n\(last)\n", to: name)
    return sandbox.directory.file(name)
  }

  @Test func `control-c in the editor or the pager is theirs`() async throws {
    let editor = try waitingProgram("editor", then: #"printf '{"explorer": {"theme": "light"}}' > "$1""#)
    let pager = try waitingProgram("pager", then: "echo shown")
    for words in [["config", "edit"], ["help"]] {
      let terminal = try TestTerminal(columns: 80, rows: 5)
      let process = try terminal.start(
        ProductsDirectory.executable("holocron"), words,
        environment: sandbox.environment.merging(["VISUAL": editor, "HOLOCRON_PAGER": pager, "TERM": "xterm"]) { _, new in new })
      try await eventually("the program is ready") { terminal.output.contains("ready") }
      terminal.type("\u{3}")
      #expect(try await eventually("the end") { terminal.ending(of: process) } == .exited(0), "\(words)")
      if words == ["help"] { #expect(terminal.output.contains("shown")) }
    }
    #expect(Files.text(user) == #"{"explorer": {"theme": "light"}}"#)
  }

  @Test func `the files of the project and of the system`() async throws {
    let project = sandbox.directory.file("work")
    try Folder.create("\(project)/inner")
    try sandbox.directory.write("{}", to: "work/.holocron.json")
    let system = sandbox.directory.file("system/holocron/config.json")
    try Folder.create(sandbox.directory.file("system/holocron"))
    try Files.write(Array("{}".utf8), to: system)
    func run(_ words: String) async throws -> Run {
      try await config(words.split(separator: " ").map(String.init), in: "\(project)/inner")
    }
    #expect(try await run("set --project explorer.units imperial").ending == .exited(0))
    #expect(try await run("set --system explorer.language de").ending == .exited(0))
    #expect(try await run("set --system cache.entries 7").ending == .exited(0))
    #expect(try await run("get explorer.units").output == "imperial\n")
    #expect(try await run("get explorer.language").output == "de\n")
    #expect(try await run("get cache.entries").output == "7\n")
    #expect(try await config("get", "explorer.units").output == "metric\n")
    let paths = try JSON(parsing: try await run("path --json").output).array?.map {
      "\($0["scope"]?.string ?? "") \($0["state"]?.string ?? "")"
    }
    #expect(paths?.prefix(3) == ["project read", "user missing", "system read"])
    try FileSystem.setMode(0o666, of: "\(project)/.holocron.json")
    let distrusted = try await run("show")
    let reason = "other users can write to it; run chmod go-w on it"
    #expect(distrusted.errors.contains("\(project)/.holocron.json is ignored: \(reason)"), "\(distrusted.errors)")
    #expect(try await run("path").output.contains("\tignored: \(reason)\n"))
    let ignored = try JSON(parsing: try await run("path --json").output).array?.first
    #expect(ignored?["state"] == "ignored: other users can write to it; run chmod go-w on it")
    #expect(distrusted.output.contains("units\tmetric\tdefault\n"))
  }

  @Test func `the editor changes the file, which is checked`() async throws {
    let editor = sandbox.directory.file("editor")
    try sandbox.directory.writeProgram("#!/bin/sh\nprintf '%s' \"$TEXT\" > \"$1\"\n", to: "editor")
    #expect(try await edit(#"{"explorer": {"theme": "light"}}"#, with: editor).ending == .exited(0))
    #expect(Files.text(user) == #"{"explorer": {"theme": "light"}}"#)
    for (text, part) in [
      ("{", "is not valid JSON at line 1"), (#"{"cache": {"bytes": "x"}}"#, "invalid value 'x' for 'cache.bytes' in \(user)"),
    ] {
      let failed = try await edit(text, with: editor)
      #expect(failed.ending == .exited(2) && failed.errors.contains(part), "\(failed.errors)")
    }
    let missing = try await edit("", with: "/nowhere/editor")
    #expect(missing.ending == .exited(1) && missing.errors.contains("set VISUAL or EDITOR"), "\(missing.errors)")
    // Errors in other files than that of the project are not reported.
    try write(#"{"cache": {"bytes": "y"}}"#)
    try Folder.create(sandbox.directory.file("work"))
    let text = #"{"cache": {"bytes": "x"}, "explorer": {"theme": "light"}}"#
    let project = try await edit(text, with: editor, "--project", in: sandbox.directory.file("work"))
    #expect(project.ending == .exited(0))
    #expect(project.errors.contains("'cache.bytes' in \(sandbox.directory.file("work"))/.holocron.json is ignored"), "\(project.errors)")
  }
}
