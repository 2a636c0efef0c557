import Client
import Console
import Contracts
import Localization
import OrderedJSON
import Presentation
import Testing

@testable import CommandLine
@testable import MessageBus

/// Details of errors of the bus, the services and the origin, in other languages than English.
@Suite struct ProblemLanguageTests {
  private static let translated = Languages.all.filter { $0.code != English().code }

  /// A problem of a type with every member that a detail may need.
  private static func problem(_ reason: ProblemReason?, type: String = ProblemType.origin) -> Problem {
    var problem = Problem(
      503, "a title", detail: "an English detail", type: type,
      extensions: [
        "service": "holocron.cache", "origin": "http://h/api", "originStatus": 500, "request": "GET /people", "limit": 5,
        "endpoint": "ipc:///b", "page": 9, "pages": 3, "subject": "people/1", "from": "people/1", "to": "films/1",
        "name": "height", "instead": "height>1", "maximum": 3, "kinds": ["people", "planets"],
      ])
    problem.reason = reason
    return problem
  }

  @Test(arguments: ProblemReason.allCases) func `the detail of every reason is translated`(reason: ProblemReason) {
    let problem = Self.problem(reason)
    for language in Self.translated { #expect(problem.detail(in: language) != problem.detail, "\(language.code)") }
    #expect(problem.detail(in: English()) == "an English detail")
  }

  @Test(arguments: [
    ProblemType.noWorker, ProblemType.workerLost, ProblemType.notCached, ProblemType.noWebPage, ProblemType.noPath,
  ])
  func `the detail of a type is translated without a reason`(type: String) {
    let problem = Self.problem(nil, type: type)
    for language in Self.translated { #expect(problem.detail(in: language) != problem.detail, "\(language.code)") }
  }

  @Test func `a detail of another version, or without the members that it needs, stays as it is`() {
    var problem = Problem(503, "x", detail: "an English detail", type: ProblemType.origin, extensions: ["origin": "http://h/api"])
    #expect(problem.detail(in: German()) == "an English detail")
    problem.extensions["reason"] = "of-the-future"
    #expect(problem.detail(in: German()) == "an English detail")
    problem.reason = .errorStatus
    #expect(problem.detail(in: German()) == "an English detail")
    problem.extensions["originStatus"] = 502
    #expect(problem.detail(in: German()) == "http://h/api hat mit Status 502 geantwortet")
  }

  @Test func `a mistake in a query is explained with the names and the example of the search worker`() {
    var problem = Problem.badRequest("q", "an English detail").because(.numberNeeded)
    problem.extensions["name"] = "height"
    #expect(problem.detail(in: German()) == "an English detail")
    problem.extensions["instead"] = "height>100 (cm)"
    #expect(problem.detail(in: German()) == "height braucht eine Zahl, etwa height>100 (cm)")
    #expect(problem.advice(in: German()).isEmpty)
    problem.reason = .unknownFilterField
    #expect(problem.detail(in: German()) == "unbekanntes Feld „height“; für eine Suche danach in Anführungszeichen setzen")
    problem.extensions["suggestions"] = ["weight"]
    #expect(problem.detail(in: German()) == "unbekanntes Feld „height“")
    problem.reason = .unknownFilterKind
    #expect(problem.detail(in: German()) == "unbekannte Art „height“")
    problem.extensions["choices"] = ["films", "people"]
    #expect(problem.detail(in: German()) == "unbekannte Art „height“ (es gibt: films, people)")
  }

  @Test func `a finding of doctor about an error is translated like the error`() {
    let problem = Self.problem(.refused)
    #expect(English().say(problem.finding) == "a title: an English detail")
    #expect(German().say(problem.finding) == "die Quelle hat versagt: http://h/api hat die Verbindung abgelehnt")
    #expect(German().say(Problem(500, "a title", detail: "d").finding) == "a title: d")
  }

  @Test func `every refusal of the broker is translated`() {
    let refusals: [BrokerMachine<Body>.Refusal] = [
      .noWorker, .queueFull, .clientFull, .brokerFull, .queueTimeout, .noTimeLeft, .workerTimeout, .workerLost, .slowClient,
    ]
    for refusal in refusals {
      let problem = refusal.problem(service: "holocron.cache")
      #expect(problem.detail(in: English()) == problem.detail)
      // The broker does not know the reasons of the contracts.
      if let reason = problem.extensions["reason"] { #expect(problem.reason != nil, "\(reason)") }
      for language in Self.translated { #expect(problem.detail(in: language) != problem.detail, "\(refusal) \(language.code)") }
    }
  }

  @Test(arguments: [
    ("history bogus", "bogus"), ("random peeple", "peeple"), ("show luke --fields nmae", "nmae"), ("people --sort wight", "wight"),
    ("search luke --sort wight", "wight"), ("crawl nosuchfilm", "nosuchfilm"), ("history remove nosuchsearch", "nosuchsearch"),
  ])
  func `mistaken words are named in the chosen language`(line: String, word: String) async throws {
    let problem = try #require(await #expect(throws: Problem.self) { try await CommandHarness().run(line) })
    for language in Self.translated {
      let detail = problem.detail(in: language)
      #expect(detail != problem.detail && detail?.contains(word) == true, "\(language.code): \(detail ?? "")")
    }
  }
}
