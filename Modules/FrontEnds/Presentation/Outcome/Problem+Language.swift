import Client
import Contracts
public import Localization
public import MessageBus
import OrderedJSON
import Text

/// The words of problems in the language of the user. Titles and details are written in English; those of common errors are translated by the
/// type, the reason and the members of the problem.
extension Problem {
  public func title(in language: any Language) -> String {
    guard language.code != English().code, let phrase = titlePhrase else { return title }
    return language.say(phrase)
  }

  public func detail(in language: any Language) -> String? {
    guard language.code != English().code else { return detail }
    return detailPhrase.map { language.say($0) } ?? detail
  }

  /// Returns the detail, or else the title, in a language, as one printable line: what a person reads where there is no room for both.
  public func reason(in language: any Language) -> String { (detail(in: language) ?? title(in: language)).printable }

  /// Returns the title and the detail in a language; the detail alone if it begins with the title.
  public func sentence(in language: any Language) -> String {
    let title = title(in: language)
    guard let detail = detail(in: language) else { return title }
    return detail.hasPrefix(title) ? detail : "\(title): \(detail)"
  }

  private static let titles: [String: Phrase] = [
    ProblemType.notFound: "not found", ProblemType.ambiguous: "ambiguous name", ProblemType.noBus: "no bus is running",
    ProblemType.noWorker: "no worker is attached", ProblemType.overloaded: "too many requests",
    ProblemType.workerLost: "the worker was lost", ProblemType.deadline: "the deadline passed", ProblemType.cancelled: "cancelled",
    ProblemType.origin: "the origin failed", ProblemType.connectionLost: "the connection to the bus was lost",
    ProblemType.notCached: "not cached", ProblemType.noPath: "no path", ProblemType.noWebPage: "nothing to open",
    ProblemType.badRequest: "invalid arguments",
  ]

  /// The title of a common type; `nil` for others.
  private var titlePhrase: Phrase? {
    if reason == .noHandshake { return "the bus does not answer" }
    return Self.titles[type]
  }

  /// The detail of a common error; `nil` if a member is missing, or if this version does not know the reason.
  private var detailPhrase: Phrase? {
    if let reason { return Self.reasons[reason].flatMap { $0(self) } }
    switch type {
    case ProblemType.notFound: return text("name").map { Phrase("no record is named '{name}'", .text($0)) }
    case ProblemType.ambiguous: return number("matches").map { Phrase("{count} records match; use one of these references", .number($0)) }
    case ProblemType.noBus: return text("endpoint").map { Phrase("nothing is listening on {endpoint}", .text($0)) }
    case ProblemType.noWorker:
      return text("start").map { Phrase("start one with {command}", .text($0)) }
        ?? text("service").map { Phrase("no worker on this bus offers {service}", .text($0)) }
    case ProblemType.workerLost: return text("service").map { .workerLost($0) }
    case ProblemType.notCached: return text("subject").map { .notCached($0) }
    case ProblemType.noWebPage: return text("subject").map { .noWebPage($0) }
    case ProblemType.noPath:
      return text("from").flatMap { from in text("to").map { Phrase("no indexed records connect {from} and {to}", .text(from), .text($0)) }
      }
    default: return nil
    }
  }

  private func text(_ member: String) -> String? { extensions[member]?.string?.shortened }
  private func number(_ member: String) -> Int? { extensions[member]?.int }

  private typealias Detail = @Sendable (Problem) -> Phrase?

  /// Returns the detail with one member, which has to be there.
  private static func with(_ member: String, _ phrase: @escaping @Sendable (String) -> Phrase) -> Detail {
    { $0.text(member).map(phrase) }
  }

  /// Returns the detail with a name in a query and an example of what to write instead.
  private static func instead(_ phrase: @escaping @Sendable (String, String) -> Phrase) -> Detail {
    { problem in problem.text("name").flatMap { name in problem.text("instead").map { phrase(name, $0) } } }
  }

  /// The details by reason. Of the other reasons, the English text says more.
  private static let reasons: [ProblemReason: Detail] = [
    .queueTimeout: with("service") { Phrase("no worker of {service} was free in time", .text($0)) },
    .noTimeLeft: with("service") { .noTimeLeft($0) },
    .workerTimeout: with("service") { Phrase("a worker of {service} took the request and did not answer in time", .text($0)) },
    .brokerSilent: with("endpoint") { .brokerSilent($0) },
    .noHandshake: with("endpoint") { .noHandshake($0) },
    .noFetcher: with("subject") { .noFetcher($0, program: ServiceName.fetch.executable) },
    .stillFetching: with("subject") { .stillFetching($0) },
    .noRecord: { problem in problem.text("subject").map { .noRecord($0, origin: problem.text("origin")) } },
    .noAnswer: { problem in
      guard let service = problem.text("service"), let request = problem.text("request"), let limit = problem.number("limit") else {
        return nil
      }
      return .noAnswer(service, request: request, milliseconds: limit)
    },
    .noPage: { problem in
      guard let kind = problem.text("subject"), let page = problem.number("page"), let pages = problem.number("pages") else { return nil }
      return .noPage(kind, page, of: pages)
    },
    // The origin.
    .refused: with("origin") { .refused($0) }, .unreachable: with("origin") { .unreachable($0) },
    .unknownHost: with("origin") { .unknownHost($0) },
    .connectTimeout: with("origin") { Phrase("the connection to the origin {origin} timed out", .text($0)) },
    .connectionLost: with("origin") { Phrase("the origin {origin} closed the connection before the response was complete", .text($0)) },
    .tlsFailed: with("origin") { .noTLS($0) },
    .timedOut: with("origin") { .timedOut($0) }, .throttled: with("origin") { .throttled($0) },
    .errorStatus: { problem in
      guard let origin = problem.text("origin"), let status = problem.number("originStatus") else { return nil }
      return .errorStatus(origin, status, detail: problem.text("originDetail"))
    },
    .failing: { problem in problem.text("origin").map { .failing($0, retryIn: problem.retryAfter) } },
    // A query.
    .tooManyWords: { $0.number("maximum").map { .tooManyWords(limit: $0) } }, .spacedFilter: with("instead") { .spacedFilter($0) },
    .fieldWithoutOrder: instead { .fieldWithoutOrder($0, example: $1) }, .numberNeeded: instead { .numberNeeded($0, example: $1) },
    .dateNeeded: instead { .dateNeeded($0, example: $1) }, .kindAsField: instead { .kindAsField($0, example: $1) },
    .unknownFilterField: { problem in
      problem.text("name").map { .unknownFilterField($0, hasSuggestions: problem.extensions["suggestions"] != nil) }
    },
    .fieldOfOtherKinds: { problem in
      problem.text("name").flatMap { name in
        problem.extensions["kinds"].map { .fieldOfOtherKinds(name, ($0.array ?? []).compactMap(\.string)) }
      }
    },
    .unknownFilterKind: { problem in
      problem.extensions["choices"] == nil ? problem.text("name").map { .unknownFilterKind($0) } : nil
    },
  ]
}
