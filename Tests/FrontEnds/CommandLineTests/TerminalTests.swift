import Console
import Contracts
import MessageBus
import Platform
import Presentation
import Synchronization
import TestSupport
import Testing
import Text

@testable import CommandLine

@Suite struct TerminalTests {
  @Test(
    arguments: [
      ([:], nil), (["DISPLAY": ":0"], [["xdg-open"]]), (["WAYLAND_DISPLAY": "wayland-0"], [["xdg-open"]]),
      (["BROWSER": "firefox"], [["firefox"]]), (["BROWSER": "w3m -o a=%s:lynx", "DISPLAY": ":0"], [["w3m", "-o", "a=%s"], ["lynx"]]),
      (["BROWSER": ""], nil), (["BROWSER": ": "], nil),
    ] as [([String: String], [[String]]?)])
  func `the environment selects the browser`(environment: [String: String], commands: [[String]]?) {
    #expect(Browser.fromEnvironment(Environment(environment))?.commands == commands)
  }

  @Test(arguments: [
    ("http://h/a", true), ("HTTPS://h/a?b=c", true), ("embedded", false), ("file:///etc/passwd", false), ("javascript:alert(1)", false),
    ("http://h/a b", false), ("http://h/\u{1B}", false), ("http://h/\n", false), ("-http://h", false),
    ("http://me@h/a", false), ("http:///a", false),
  ])
  func `only plain web addresses are accepted`(text: String, isAddress: Bool) {
    #expect((WebAddress(text) != nil) == isAddress)
  }

  @Test func `the URL is inserted into the browser command`() throws {
    let address = try #require(WebAddress("http://h/a?b=1&c=2"))
    #expect(Browser.commandLine(["lynx"], address) == ["lynx", "http://h/a?b=1&c=2"])
    #expect(Browser.commandLine(["x", "--url=%s", "-q"], address) == ["x", "--url=http://h/a?b=1&c=2", "-q"])
  }

  @Test(
    arguments: [
      ([:], "less"), (["TERM": "dumb"], nil), (["PAGER": "more"], "more"), (["PAGER": "more", "HOLOCRON_PAGER": "most"], "most"),
      (["PAGER": "cat"], nil),
      (["PAGER": ""], nil), (["PAGER": "more", "HOLOCRON_PAGER": ""], nil),
    ] as [([String: String], String?)])
  func `the environment selects the pager`(environment: [String: String], command: String?) {
    #expect(Pager.fromEnvironment { environment[$0] }?.command == command)
  }

  @Test(
    arguments: [
      ("less", "-N", "-R -N"), ("/usr/bin/less -S", "FX", "-R FX"), ("less", "-Pa prompt", "-R -Pa prompt"), ("less", "", "-R "),
      ("vim -R -", "-N", nil), ("most", "-N", nil), ("lesspipe", "-N", nil),
    ] as [(String, String, String?)])
  func `less passes colours on whatever options the user has set, and other pagers get no options`(
    command: String, options: String, passed: String?
  ) {
    #expect(Pager.fromEnvironment { ["PAGER": command, "LESS": options][$0] }?.variables["LESS"] == passed)
  }

  @Test(arguments: ["dumb", "unknown", ""]) func `a terminal that cannot move the cursor is refused`(type: String) throws {
    let problem = #expect(throws: Problem.self) { try FullScreen.check(Environment(["TERM": type]), orUse: "--still") }
    #expect(problem?.exitCode == .usage)
    #expect(problem?.detail?.hasSuffix("set TERM or use --still") == true)
    try FullScreen.check(Environment(["TERM": "xterm"]), orUse: "--still")
  }

  @Test(
    arguments: [
      (["HOLOCRON_THEME": "light", "TERM": "xterm-256color"], "38;5;25"), (["HOLOCRON_THEME": "dark"], "96"), ([:], "35"),
      (["COLORFGBG": "0;15", "TERM": "xterm-256color"], "38;5;25"), (["HOLOCRON_THEME": "none"], "4"), (["HOLOCRON_THEME": "pink"], "35"),
      (["NO_COLOR": "1"], "35"),
    ] as [([String: String], String)])
  func `text has the colours of the explorer's theme`(variables: [String: String], accent: String) {
    let environment = Environment(variables.merging(["HOME": "/nonexistent"]) { $1 })
    #expect(Terminal.painter(environment).paint("x", .accent).text == "\u{1B}[\(accent)mx\u{1B}[0m")
  }

  @Test func `problems are printed as text or JSON`() {
    let problem = Problem.usage("unknown option --x", field: "--x", suggestions: ["--y"])
    #expect(
      problem.report(by: "holocron", on: .file).text
        == "holocron: unknown option --x\n  Did you mean --y?\n")
    #expect(
      problem.report(by: "holocron", asJSON: true, on: .file).text
        == #"{"type":"urn:holocron:bad-request","title":"invalid arguments","status":400,"detail":"unknown option --x","field":"--x","suggestions":["--y"]}"#
        + "\n")
    #expect(
      Problem(502, "bad gateway", detail: "refused\u{1B}[2J").report(by: "holocron", on: .file).text
        == "holocron: bad gateway: refused\u{FFFD}[2J\n")
  }
}

@Suite struct ProgressBoardTests {
  /// The text written to standard error.
  final class Written: Sendable {
    let text = Mutex("")
    var value: String { text.withLock(\.self) }
  }

  private static func board(delay: Duration, _ written: Written) -> ProgressBoard {
    ProgressBoard(columns: 80, delay: delay) { text in written.text.withLock { $0 += text.text } }
  }

  @Test func `other text never follows a line that is drawn`() async {
    let written = Written()
    let board = Self.board(delay: .zero, written)
    let id = board.begin("reading people")
    let drawing = Task { while !Task.isCancelled { board.update(id, count: (1, 2)) } }
    for _ in 0..<2_000 { board.writing { written.text.withLock { $0 += "text\n" } } }
    drawing.cancel()
    await drawing.value
    let erased = "\r\u{1B}[2K"
    let texts = written.value.split(separator: "text\n", omittingEmptySubsequences: false).dropLast()
    #expect(texts.count == 2_000)
    #expect(texts.allSatisfy { $0.isEmpty || $0.hasSuffix(erased) })
  }

  @Test func `the line is redrawn without news, and shows the activity that began last`() async throws {
    let written = Written()
    let board = Self.board(delay: .zero, written)
    let outer = board.begin("reading people")
    let inner = board.begin("starting holocron-node")
    let redrawing = Task { await board.run() }
    try await eventually("the line is drawn") { written.value.contains("starting holocron-node") }
    #expect(!written.value.contains("reading people"))
    board.end(inner)
    try await eventually("the outer activity is drawn") { written.value.contains("reading people") }
    board.end(outer)
    redrawing.cancel()
    await redrawing.value
  }

  @Test(
    arguments: [
      ("fetching", (0, 0), 80, 0), ("a label that is far longer than the terminal is wide", (12, 260), 40, 3),
      ("looking up 🛰️", (259, 260), 20, 3_000),
    ] as [(String, (done: Int, total: Int), Int, Int)])
  func `the line fits`(label: String, count: (done: Int, total: Int), columns: Int, seconds: Int) {
    for count in [count, nil] {
      #expect(ProgressBoard.text(label, count, .seconds(seconds), columns: columns).columns <= columns)
    }
  }

  @Test func `the line has a bar, the rate and the time left`() {
    #expect(ProgressBoard.text("fetching", (65, 260), .seconds(2), columns: 79).hasSuffix(" 25%  65/260  33/s  6 s left"))
    #expect(ProgressBoard.text("starting holocron-node", nil, .milliseconds(2_400), columns: 79) == "starting holocron-node  2 s")
    #expect(ProgressBoard.text("checking", (0, 0), .seconds(2), columns: 79) == "checking  2 s")
  }
}
