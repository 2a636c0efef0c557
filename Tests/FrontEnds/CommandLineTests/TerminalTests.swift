import Console
import Contracts
import MessageBus
import Platform
import Presentation
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
