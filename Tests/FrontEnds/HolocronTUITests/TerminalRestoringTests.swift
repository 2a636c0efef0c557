import Platform
import TestSupport
import Testing

/// The real program on a pseudo-terminal, without a bus.
@Suite struct TerminalRestoringTests {
  /// The program in a terminal of this type.
  private struct Run {
    let sandbox: Sandbox
    let terminal: TestTerminal
    let process: SpawnedProcess

    init(_ type: String, _ words: String..., columns: UInt16 = 80, rows: UInt16 = 24, prepare: (Sandbox) throws -> Void = { _ in }) throws {
      sandbox = try Sandbox(["TERM": type])
      try prepare(sandbox)
      terminal = try TestTerminal(columns: columns, rows: rows)
      process = try terminal.start(ProductsDirectory.executable("holocron-tui"), words, environment: sandbox.environment)
    }

    func shows(_ text: String) async throws { try await eventually("'\(text)'") { terminal.output.contains(text) } }

    /// Waits for the end, and for all output before it.
    func ends(_ ending: ProcessEnding = .exited(0)) async throws {
      #expect(try await eventually("the end") { terminal.output.isEmpty ? nil : terminal.ending(of: process) } == ending)
    }
  }

  @Test(arguments: [nil, Signal.terminate, .hangUp, .interrupt, .quit, .segmentationFault, .abort])
  func `the terminal is restored however the program ends`(_ signal: Signal?) async throws {
    let run = try Run("xterm-256color", "people", "--no-autostart", columns: 132, rows: 30)
    let (terminal, process) = (run.terminal, run.process)
    try await run.shows("HOLOCRON")
    #expect(!terminal.isCooked)
    if let signal { signal.send(to: process.id) } else { terminal.type("q") }
    try await run.ends(signal.map { .signaled($0) } ?? .exited(0))
    #expect(terminal.isCooked)
    let state = run.sandbox.directory.file("state/holocron")
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
    let run = try Run(type, "people", "--no-autostart")
    try await run.shows("People")
    run.terminal.type("q")
    try await run.ends()
    #expect(run.terminal.output.hasSuffix("\u{1B}[K"))
  }

  @Test(arguments: [false, true]) func `what is copied on the Linux console is in a file, or not said to be copied`(fails: Bool)
    async throws
  {
    let run = try Run("linux", "people/1", "--embedded", columns: 200) { if fails { try Folder.create("\($0.runtimeFolder)/clipboard") } }
    let (terminal, file) = (run.terminal, "\(run.sandbox.runtimeFolder)/clipboard")
    // A value of the record: its name alone may be known earlier, when there is no record to copy.
    try await run.shows("172 cm")
    terminal.type("Y")
    try await eventually("the result") {
      fails ? terminal.output.contains("Is a directory") : Files.text(file)?.contains("Luke Skywalker") == true
    }
    terminal.type("q")
    try await run.ends()
    #expect(!terminal.output.contains("\u{1B}]52;"))
  }

  @Test func `the program obeys on a terminal that is larger than anything it could draw`() async throws {
    let run = try Run("xterm-256color", "people", "--no-autostart", columns: .max, rows: .max)
    try await run.shows("HOLOCRON")
    run.terminal.type("q")
    try await run.ends()
    #expect(run.terminal.isCooked)
  }

  @Test func `a dumb terminal gets plain lines of text`() async throws {
    let run = try Run("dumb", "--embedded", "luke")
    try await run.shows("Luke Skywalker")
    #expect(run.terminal.output.contains("running with --plain"))
    run.terminal.type("quit\n")
    try await run.ends()
    #expect(!run.terminal.output.contains("\u{1B}"))
  }

  @Test func `a terminal with a new name of the xterm family works without an entry in terminfo`() async throws {
    let run = try Run("xterm-unheard-of", "people", "--embedded")
    try await run.shows("Starships")
    run.terminal.type("q")
    try await run.ends()
  }

  @Test func `a terminal that cannot move the cursor is refused`() async throws {
    let run = try Run("no-such-terminal", "--embedded")
    try await run.ends(.exited(2))
    let output = run.terminal.output
    #expect(output.contains("terminal type 'no-such-terminal' is unknown or cannot move the cursor: set TERM or use --plain"))
    #expect(!output.contains("\u{1B}") && run.terminal.isCooked)
  }

  @Test func `the help fits the width of the terminal`() async throws {
    let run = try Run("xterm", "--help")
    try await run.ends()
    let lines = run.terminal.output.split(whereSeparator: \.isNewline)
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
