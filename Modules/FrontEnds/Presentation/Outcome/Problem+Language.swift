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
    if let reason { return phrase(for: reason) }
    switch type {
    case ProblemType.notFound: return text("name").map { .noName($0) }
    case ProblemType.ambiguous: return extensions["matches"]?.int.map { .manyRecords($0) }
    case ProblemType.noBus: return text("endpoint").map { .nothingListens($0) }
    case ProblemType.noWorker: return text("start").map { .startWith($0) } ?? text("service").map { .noWorkerOffers($0) }
    case ProblemType.workerLost: return text("service").map { .workerLost($0) }
    case ProblemType.notCached: return text("subject").map { .notCached($0) }
    case ProblemType.noWebPage: return text("subject").map { .noWebPage($0) }
    case ProblemType.noPath: return text("from").flatMap { from in text("to").map { .noIndexedPath(from, $0) } }
    default: return nil
    }
  }

  private func text(_ member: String) -> String? { extensions[member]?.string?.shortened }
  private func texts(_ member: String) -> [String] { extensions[member]?.array?.compactMap(\.string) ?? [] }

  private func phrase(for reason: ProblemReason) -> Phrase? {
    switch reason {
    case .queueTimeout: text("service").map { .noWorkerFree($0) }
    case .noTimeLeft: text("service").map { .noTimeLeft($0) }
    case .workerTimeout: text("service").map { .workerTimedOut($0) }
    case .noAnswer: noAnswer
    case .brokerSilent: text("endpoint").map { .brokerSilent($0) }
    case .noHandshake: text("endpoint").map { .noHandshake($0) }
    case .noFetcher: text("subject").map { .noFetcher($0, program: ServiceName.fetch.executable) }
    case .stillFetching: text("subject").map { .stillFetching($0) }
    case .noRecord: text("subject").map { .noRecord($0, origin: text("origin")) }
    case .noPage: noPage
    case .queueFull, .clientFull, .brokerFull, .slowClient, .cacheBusy, .originBusy, .searchBusy: nil
    case .tooManyWords, .spacedFilter, .fieldWithoutOrder, .numberNeeded, .dateNeeded, .unknownFilterField, .kindAsField,
      .fieldOfOtherKinds, .unknownFilterKind:
      queryPhrase(for: reason)
    case .refused, .unreachable, .unknownHost, .connectTimeout, .connectionLost, .tlsFailed, .timedOut, .errorStatus, .throttled, .failing:
      text("origin").flatMap { phrase(for: reason, origin: $0) }
    }
  }

  private func phrase(for reason: ProblemReason, origin: String) -> Phrase? {
    switch reason {
    case .refused: .refused(origin)
    case .unreachable: .unreachable(origin)
    case .unknownHost: .unknownHost(origin)
    case .connectTimeout: .connectTimedOut(origin)
    case .connectionLost: .connectionBroken(origin)
    case .tlsFailed: .noTLS(origin)
    case .timedOut: .timedOut(origin)
    case .errorStatus: extensions["originStatus"]?.int.map { .errorStatus(origin, $0, detail: text("originDetail")) }
    case .throttled: .throttled(origin)
    case .failing: .failing(origin, retryIn: retryAfter)
    default: nil
    }
  }

  /// The detail of a mistake in a query.
  private func queryPhrase(for reason: ProblemReason) -> Phrase? {
    if reason == .tooManyWords { return extensions["maximum"]?.int.map { .tooManyWords(limit: $0) } }
    if reason == .spacedFilter { return text("instead").map { .spacedFilter($0) } }
    guard let name = text("name") else { return nil }
    return switch reason {
    case .fieldWithoutOrder: text("instead").map { .fieldWithoutOrder(name, example: $0) }
    case .numberNeeded: text("instead").map { .numberNeeded(name, example: $0) }
    case .dateNeeded: text("instead").map { .dateNeeded(name, example: $0) }
    case .unknownFilterField: .unknownFilterField(name, hasSuggestions: extensions["suggestions"] != nil)
    case .kindAsField: text("instead").map { .kindAsField(name, example: $0) }
    case .fieldOfOtherKinds: extensions["kinds"].map { _ in .fieldOfOtherKinds(name, texts("kinds")) }
    // The English text lists the choices.
    case .unknownFilterKind: extensions["choices"] == nil ? .unknownFilterKind(name) : nil
    default: nil
    }
  }

  private var noAnswer: Phrase? {
    guard let service = text("service"), let request = text("request"), let limit = extensions["limit"]?.int else { return nil }
    return .noAnswer(service, request: request, milliseconds: limit)
  }

  private var noPage: Phrase? {
    guard let kind = text("subject"), let page = extensions["page"]?.int, let pages = extensions["pages"]?.int else { return nil }
    return .noPage(kind, page, of: pages)
  }
}
