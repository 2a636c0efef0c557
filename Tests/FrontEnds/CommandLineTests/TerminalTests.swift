import Launch
import MessageBus
import Presentation
import TerminalText
import Testing

@testable import CommandLine

@Suite struct TerminalTests {
  @Test(
    arguments: [
      ([:], nil), (["DISPLAY": ":0"], [["xdg-open"]]), (["WAYLAND_DISPLAY": "wayland-0"], [["xdg-open"]]),
      (["BROWSER": "firefox"], [["firefox"]]), (["BROWSER": "w3m -o a=%s:lynx", "DISPLAY": ":0"], [["w3m", "-o", "a=%s"], ["lynx"]]),
      (["BROWSER": ""], nil), (["BROWSER": ": "], nil),
    ] as [([String: String], [[String]]?)])
  func browserComesFromTheEnvironment(environment: [String: String], commands: [[String]]?) {
    #expect(Browser.chosen(Environment(environment))?.commands == commands)
  }

  @Test(arguments: [
    ("http://h/a", true), ("HTTPS://h/a?b=c", true), ("embedded", false), ("file:///etc/passwd", false), ("javascript:alert(1)", false),
    ("http://h/a b", false), ("http://h/\u{1B}", false), ("http://h/\n", false), ("-http://h", false),
  ])
  func onlyPlainWebAddressesAreOpened(text: String, isAddress: Bool) {
    #expect((WebAddress(text) != nil) == isAddress)
  }

  @Test func theAddressTakesItsPlaceInTheBrowsersCommand() throws {
    let address = try #require(WebAddress("http://h/a?b=1&c=2"))
    #expect(Browser.words(["lynx"], address) == ["lynx", "http://h/a?b=1&c=2"])
    #expect(Browser.words(["x", "--url=%s", "-q"], address) == ["x", "--url=http://h/a?b=1&c=2", "-q"])
  }

  @Test(
    arguments: [
      ([:], "less -FRX"), (["PAGER": "more"], "more"), (["PAGER": "more", "HOLOCRON_PAGER": "most"], "most"), (["PAGER": "cat"], nil),
      (["PAGER": ""], nil), (["PAGER": "more", "HOLOCRON_PAGER": ""], nil),
    ] as [([String: String], String?)])
  func pagerComesFromTheEnvironment(environment: [String: String], command: String?) {
    #expect(Pager.chosen { environment[$0] }?.command == command)
  }

  @Test func problemsAreToldInWordsOrAsJSON() {
    let problem = Problem.usage("there is no switch --x here", field: "--x", suggestions: ["--y"])
    #expect(
      ProblemReport(problem: problem, asJSON: false, surface: .file).text.text
        == "holocron: there is no switch --x here\n  Did you mean --y?\n")
    #expect(
      ProblemReport(problem: problem, asJSON: true, surface: .file).text.text
        == #"{"type":"urn:holocron:bad-request","title":"cannot do that","status":400,"detail":"there is no switch --x here","field":"--x","suggestions":["--y"]}"#
        + "\n")
    #expect(
      ProblemReport(problem: Problem(502, "bad gateway", detail: "refused\u{1B}[2J"), asJSON: false, surface: .file).text.text
        == "holocron: bad gateway: refused\u{FFFD}[2J\n")
  }
}
