import Platform
import TestSupport
import Testing

/// The real program on a pseudo-terminal, without a bus.
@Suite struct TerminalRestoringTests {
  @Test(arguments: [nil, Signal.terminate, .hangUp, .interrupt, .quit, .segmentationFault, .abort])
  func `the terminal is restored however the program ends`(_ signal: Signal?) async throws {
    let sandbox = try Sandbox(["TERM": "xterm-256color"])
    let terminal = try TestTerminal(columns: 132, rows: 30)
    #expect(terminal.isCooked)
    let process = try terminal.start(
      ProductsDirectory.executable("holocron-tui"), ["people", "--no-autostart"], environment: sandbox.environment)
    try await eventually("the first frame") { terminal.output.contains("HOLOCRON") }
    #expect(!terminal.isCooked)
    if let signal { signal.send(to: process.id) } else { terminal.type("q") }
    let ending = try await eventually("the end") { terminal.output.isEmpty ? nil : terminal.ending(of: process) }
    #expect(ending == signal.map { .signaled($0) } ?? .exited(0))
    #expect(terminal.isCooked)
    let state = sandbox.directory.file("state/holocron")
    if signal == nil { #expect(Files.bytes("\(state)/tui.log") == nil) }
    let reports = Folder.names(in: "\(state)/crashes")
    #expect(reports.allSatisfy { $0.hasSuffix("-explorer-\(process.id).txt") })
    #expect(
      reports.map { Files.text("\(state)/crashes/\($0)")?.contains("ended by signal \(signal?.rawValue ?? 0)\n") }
        == (signal?.name == nil ? [] : [true]))
    let last = terminal.output
    for reset in ["1049l", "1000l", "2004l"] {
      let taken = last.ranges(of: reset.replacing("l", with: "h")).last?.lowerBound
      let given = try #require(last.ranges(of: reset).last?.lowerBound, "\(reset) is missing")
      if let taken { #expect(given > taken) }
    }
  }

  @Test(arguments: ["linux", "vt100"]) func `without an alternate screen, the last row is empty for the prompt`(_ type: String) async throws
  {
    let sandbox = try Sandbox(["TERM": type])
    let terminal = try TestTerminal(columns: 80, rows: 24)
    let process = try terminal.start(
      ProductsDirectory.executable("holocron-tui"), ["people", "--no-autostart"], environment: sandbox.environment)
    try await eventually("the first frame") { terminal.output.contains("People") }
    terminal.type("q")
    #expect(try await eventually("the end") { terminal.output.isEmpty ? nil : terminal.ending(of: process) } == .exited(0))
    #expect(terminal.output.hasSuffix("\u{1B}[K"))
  }

  @Test(arguments: [false, true]) func `what is copied on the Linux console is in a file, or not said to be copied`(fails: Bool)
    async throws
  {
    let sandbox = try Sandbox(["TERM": "linux"])
    let file = "\(sandbox.runtimeFolder)/clipboard"
    if fails { try Folder.create(file) }
    let terminal = try TestTerminal(columns: 200, rows: 24)
    let process = try terminal.start(
      ProductsDirectory.executable("holocron-tui"), ["people/1", "--embedded"], environment: sandbox.environment)
    // A value of the record: its name alone may be known earlier, when there is no record to copy.
    try await eventually("the record") { terminal.output.contains("172 cm") }
    terminal.type("Y")
    try await eventually("the result") {
      fails ? terminal.output.contains("Is a directory") : Files.text(file)?.contains("Luke Skywalker") == true
    }
    terminal.type("q")
    #expect(try await eventually("the end") { terminal.output.isEmpty ? nil : terminal.ending(of: process) } == .exited(0))
    #expect(!terminal.output.contains("\u{1B}]52;"))
  }

  @Test func `the program obeys on a terminal that is larger than anything it could draw`() async throws {
    let sandbox = try Sandbox(["TERM": "xterm-256color"])
    let terminal = try TestTerminal(columns: .max, rows: .max)
    let process = try terminal.start(
      ProductsDirectory.executable("holocron-tui"), ["people", "--no-autostart"], environment: sandbox.environment)
    try await eventually("the first frame") { terminal.output.contains("HOLOCRON") }
    terminal.type("q")
    let ending = try await eventually("the end") { terminal.output.isEmpty ? nil : terminal.ending(of: process) }
    #expect(ending == .exited(0))
    #expect(terminal.isCooked)
  }

  @Test func `a dumb terminal gets plain lines of text`() async throws {
    let sandbox = try Sandbox(["TERM": "dumb"])
    let terminal = try TestTerminal()
    let process = try terminal.start(
      ProductsDirectory.executable("holocron-tui"), ["--embedded", "luke"], environment: sandbox.environment)
    try await eventually("the results") { terminal.output.contains("Luke Skywalker") }
    #expect(terminal.output.contains("running with --plain"))
    terminal.type("quit\n")
    #expect(try await eventually("the end") { terminal.ending(of: process) } == .exited(0))
    #expect(!terminal.output.contains("\u{1B}"))
  }

  @Test func `a terminal with a new name of the xterm family works without an entry in terminfo`() async throws {
    let sandbox = try Sandbox(["TERM": "xterm-unheard-of"])
    let terminal = try TestTerminal(columns: 80, rows: 24)
    let process = try terminal.start(
      ProductsDirectory.executable("holocron-tui"), ["people", "--embedded"], environment: sandbox.environment)
    try await eventually("the first frame") { terminal.output.contains("Starships") }
    terminal.type("q")
    #expect(try await eventually("the end") { terminal.ending(of: process) } == .exited(0))
  }

  @Test(arguments: ["no-such-terminal"]) func `a terminal that cannot move the cursor is refused`(type: String) async throws {
    let sandbox = try Sandbox(["TERM": type])
    let terminal = try TestTerminal()
    let process = try terminal.start(ProductsDirectory.executable("holocron-tui"), ["--embedded"], environment: sandbox.environment)
    let ending = try await eventually("the end") { terminal.output.isEmpty ? nil : terminal.ending(of: process) }
    #expect(ending == .exited(2))
    #expect(terminal.output.contains("terminal type '\(type)' is unknown or cannot move the cursor: set TERM or use --plain"))
    #expect(!terminal.output.contains("\u{1B}"))
    #expect(terminal.isCooked)
  }

  @Test func `the help fits the width of the terminal`() async throws {
    let sandbox = try Sandbox()
    let terminal = try TestTerminal(columns: 80, rows: 24)
    let process = try terminal.start(ProductsDirectory.executable("holocron-tui"), ["--help"], environment: sandbox.environment)
    let ending = try await eventually("the end") { terminal.output.isEmpty ? nil : terminal.ending(of: process) }
    #expect(ending == .exited(0))
    let lines = terminal.output.split(whereSeparator: \.isNewline)
    #expect(lines.count > 20)
    for line in lines { #expect(line.count <= 80, "\(line)") }
  }

  @Test func `without a terminal the program reports an error`() async throws {
    let sandbox = try Sandbox()
    let (ending, output, errors) = try await sandbox.run("holocron-tui")
    #expect(ending == .exited(2))
    #expect(output.isEmpty)
    #expect(errors.contains("not a terminal") && errors.contains("--plain"))
  }

  @Test(arguments: [
    (["--zzz"], "holocron-tui: unknown option --zzz\n  List the options with: holocron-tui --help\n"),
    (
      ["--thme", "x"],
      "holocron-tui: unknown option --thme\n  Did you mean --theme?\n  List the options with: holocron-tui --help\n"
    ),
  ])
  func `an unknown option names the help`(_ words: [String], errors: String) async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.run("holocron-tui", arguments: words).errors == errors)
  }

  @Test(arguments: [["--thme", "x"], ["peple/1"], ["--theme"], ["--theme", "blue"], ["people", "--top"], ["--search", "x", "--top"]])
  func `an invalid argument is named`(_ words: [String]) async throws {
    let sandbox = try Sandbox()
    let process = try await sandbox.start("holocron-tui", arguments: words)
    try await process.ends(.exited(2))
    #expect(process.errors.contains(words.last { $0 != "x" } ?? ""))
    let json = try await sandbox.run("holocron", arguments: ["explore", "--json"] + words)
    #expect(json.errors.hasPrefix(#"{"type":"urn:holocron:bad-request","#), "\(json.errors)")
  }

  @Test(arguments: [("status", ProcessEnding.exited(5)), ("search", .exited(0)), ("favourites", .exited(0)), ("favorites", .exited(0))])
  func `the name of a tab opens it, as that of a kind does`(tab: String, ending: ProcessEnding) async throws {
    let sandbox = try Sandbox()
    let process = try await sandbox.start("holocron-tui", arguments: [tab, "--plain", "--embedded"])
    process.closeInput()
    try await process.ends(ending)
    #expect(!(process.output + process.errors).contains("no results"))
  }

  @Test func `plain mode works in a pipe without a bus`() async throws {
    let sandbox = try Sandbox()
    let process = try await sandbox.start("holocron-tui", arguments: ["people", "--plain", "--no-autostart"])
    process.closeInput()
    try await process.ends(.exited(5))
    #expect(process.errors.contains("no bus"))
  }
}
