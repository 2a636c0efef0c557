import Launch
import MessageBus
import Presentation
import Testing

@testable import holocron

@Suite struct TerminalTests {
  @Test(
    arguments: [
      ([:], "less -FRX"), (["PAGER": "more"], "more"), (["PAGER": "more", "HOLOCRON_PAGER": "most"], "most"), (["PAGER": "cat"], nil),
      (["PAGER": ""], nil), (["PAGER": "more", "HOLOCRON_PAGER": ""], nil),
    ] as [([String: String], String?)])
  func pagerComesFromTheEnvironment(environment: [String: String], command: String?) {
    #expect(Pager.chosen { environment[$0] }?.command == command)
  }

  @Test func foldersFollowTheXDGSpecification() {
    #expect(Environment(["HOME": "/h"]).stateFolder == "/h/.local/state/holocron")
    #expect(Environment(["HOME": "/h", "XDG_STATE_HOME": "/s"]).stateFolder == "/s/holocron")
    // Relative paths are to be passed over.
    #expect(Environment(["HOME": "/h", "XDG_STATE_HOME": "s"]).stateFolder == "/h/.local/state/holocron")
    #expect(Environment(["A": ""])["A"] == nil)
    #expect(Environment(["A": ""]).raw("A") == "")
  }

  @Test func problemsAreToldInWordsOrAsJSON() {
    let problem = Problem.usage("there is no switch --x here", field: "--x", suggestions: ["--y"])
    let painter = Painter(usesColor: false)
    #expect(
      ProblemReport(problem: problem, asJSON: false, painter: painter).text
        == "holocron: there is no switch --x here\n  Did you mean --y?\n")
    #expect(
      ProblemReport(problem: problem, asJSON: true, painter: painter).text
        == #"{"type":"urn:holocron:bad-request","title":"cannot do that","status":400,"detail":"there is no switch --x here","field":"--x","suggestions":["--y"]}"#
        + "\n")
    #expect(
      ProblemReport(problem: Problem(502, "bad gateway", detail: "refused\u{1B}[2J"), asJSON: false, painter: painter).text
        == "holocron: bad gateway: refused\u{FFFD}[2J\n")
  }
}
