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
    ProblemType.badRequest: "invalid arguments", ProblemType.unauthorized: "the bus does not accept this key",
    ProblemType.forbidden: "not allowed",
  ]

  /// The title of a common type; `nil` for others.
  private var titlePhrase: Phrase? {
    if reason == .noHandshake { return "the bus does not answer" }
    return Self.titles[type]
  }

  /// The detail of a common error; `nil` if a member is missing, or if this version does not know the reason.
  private var detailPhrase: Phrase? {
    formats.lazy.compactMap { Phrase($0) { value($0) } }.first
  }

  private var formats: [String] {
    switch reason {
    case nil: Self.details[type] ?? []
    case .unknownFilterKind where extensions["choices"] != nil: []
    case .unknownFilterField where extensions["suggestions"] == nil: ["unknown field '{name}': quote the text to search for it"]
    case let reason?: Self.reasons[reason] ?? []
    }
  }

  /// Returns the member that a format means by `name`; `nil` if the problem does not have it.
  private func value(_ name: String) -> Phrase.Value? {
    if name == "time" { return retryAfter.map { .duration($0) } }
    if name == "program" { return .text(ServiceName.fetch.executable) }
    switch extensions[Self.members[name] ?? name] ?? extensions[name] {
    case .string(let text)?: return .text(text.shortened)
    case .number(let number)?: return number.int.map { .number($0) }
    case .array(let texts)?: return .list(texts.compactMap(\.string))
    default: return nil
    }
  }

  /// The members that have other names in formats.
  private static let members = [
    "count": "matches", "command": "start", "record": "subject", "kind": "subject", "status": "originStatus", "detail": "originDetail",
    "limit": "maximum", "filter": "instead", "example": "instead",
  ]

  /// The formats of details by type. Of several, the first whose members are there.
  private static let details: [String: [String]] = [
    ProblemType.notFound: ["no record is named '{name}'"],
    ProblemType.ambiguous: ["{count} records match; use one of these references"],
    ProblemType.noBus: ["nothing is listening on {endpoint}"],
    ProblemType.noWorker: ["start one with {command}", "no worker on this bus offers {service}"],
    ProblemType.workerLost: ["the workers of {service} that took the request were lost before they answered"],
    ProblemType.notCached: ["{subject} is not cached, and the request does not allow a fetch"],
    ProblemType.noWebPage: ["{record} has no web page at its origin; use holocron show {record}"],
    ProblemType.forbidden: ["a key with the role {role} does not allow this"],
    ProblemType.noPath: ["no indexed records connect {from} and {to}"],
  ]

  /// The formats of details by reason. Of the other reasons, the English text says more.
  private static let reasons: [ProblemReason: [String]] = [
    .queueTimeout: ["no worker of {service} was free in time"],
    .noTimeLeft: ["the request to {service} had no time left when it arrived at the broker"],
    .workerTimeout: ["a worker of {service} took the request and did not answer in time"],
    .brokerSilent: ["the broker at {endpoint} is not responding; it may be stopped or overloaded"],
    .noHandshake: ["what is listening on {endpoint} does not answer as a bus; it may be a stopped broker, or another program"],
    .noFetcher: ["{subject} is not cached, and no fetcher is attached; start one with {program}"],
    .stillFetching: ["{subject} is not available yet; try again"],
    .noRecord: ["the origin {origin} has no {record}", "the origin has no {record}"],
    .noAnswer: ["{service} did not answer '{request}' within {limit} ms"],
    .noPage: ["the list of {kind} has {pages} {pages:page|pages}; there is no page {page}"],
    // The origin.
    .refused: ["the origin {origin} refused the connection"], .unreachable: ["the origin {origin} cannot be reached"],
    .unknownHost: ["unknown host of the origin {origin}"], .connectTimeout: ["the connection to the origin {origin} timed out"],
    .connectionLost: ["the origin {origin} closed the connection before the response was complete"],
    .tlsFailed: ["no TLS connection to the origin {origin}"], .timedOut: ["the origin {origin} did not answer in time"],
    .throttled: ["the origin {origin} asks to slow down"],
    .errorStatus: ["the origin {origin} answered with status {status}: {detail}", "the origin {origin} answered with status {status}"],
    .failing: ["the origin {origin} has been failing; next attempt in {time}", "the origin {origin} has been failing"],
    // A query.
    .tooManyWords: ["too many words: use at most {limit}, including words in filters and phrases"],
    .spacedFilter: ["write {filter} without spaces"],
    .fieldWithoutOrder: ["{name} cannot be compared with < or >; write {example}"],
    .numberNeeded: ["{name} needs a number, such as {example}"], .dateNeeded: ["{name} needs a date, such as {example}"],
    .kindAsField: ["unknown field '{name}': '{name}' is a kind; write {example}"],
    .unknownFilterField: ["unknown field '{name}'"], .unknownFilterKind: ["unknown kind '{name}'"],
    .fieldOfOtherKinds: ["unknown field '{name}': it exists only in {kinds}"],
  ]
}
