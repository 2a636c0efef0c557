import Client
import Contracts
public import Localization
public import MessageBus
import OrderedJSON
import TerminalText

extension Problem {
  /// The problem as a finding of `holocron doctor`.
  public var finding: DoctorPhrase { .error(titlePhrase, detailPhrase, english: description) }

  /// The detail, or else the title, as a finding of `holocron doctor`.
  public var detailFinding: DoctorPhrase { detailPhrase.map { .detail($0) } ?? .text(detail ?? title) }

  /// The detail of an error of the bus, a service or the origin, or of a mistaken word.
  var servicePhrase: ErrorDetailPhrase? {
    if let phrase = mistakePhrase { return phrase }
    if let reason { return phrase(for: reason) }
    switch type {
    case ProblemType.noWorker:
      return text("start").map(ErrorDetailPhrase.startWith) ?? text("service").map(ErrorDetailPhrase.noWorkerOffers)
    case ProblemType.workerLost: return text("service").map { .workerLost($0) }
    case ProblemType.notCached: return subject.map { .notCached($0.shortened) }
    case ProblemType.noWebPage: return subject.map { .noWebPage($0.shortened) }
    case ProblemType.noPath:
      guard let from = text("from"), let to = text("to") else { return nil }
      return .noPath(from, to)
    default: return nil
    }
  }

  private func text(_ member: String) -> String? { extensions[member]?.string?.shortened }

  private var mistakePhrase: ErrorDetailPhrase? {
    guard let word = text("value") else { return nil }
    let available = extensions["choices"]?.array?.compactMap(\.string) ?? []
    return switch mistake {
    case .unknownSubcommand: .unknownSubcommand(word, available)
    case .unknownKind: .unknownKind(word, available)
    case .unknownField: .unknownField(word, available)
    case .unknownSortKey: .unknownSortKey(word, available)
    case .unknownFilm: .unknownFilm(word, available)
    case .notAFavourite: .notAFavourite(word)
    case .notInHistory: .notInHistory(word)
    case .unknownOption, .unknownCommand, .unexpectedArgument, .missingArgument, .missingValue, .invalidValue, .incompleteFilter, nil: nil
    }
  }

  private func phrase(for reason: ProblemReason) -> ErrorDetailPhrase? {
    switch reason {
    case .queueFull: text("service").map { .queueFull($0) }
    case .clientFull: .clientFull
    case .brokerFull: .brokerFull
    case .slowClient: .repliesUnread
    case .queueTimeout: text("service").map { .noWorkerFree($0) }
    case .noTimeLeft: text("service").map { .noTimeLeft($0) }
    case .workerTimeout: text("service").map { .workerTimedOut($0) }
    case .noAnswer: noAnswer
    case .brokerSilent: text("endpoint").map { .brokerSilent($0) }
    case .noHandshake: text("endpoint").map { .noHandshake($0) }
    case .noFetcher: subject.map { .noFetcher($0.shortened, program: ServiceName.fetch.executable) }
    case .cacheBusy: subject.map { .cacheBusy($0.shortened) }
    case .stillFetching: subject.map { .stillFetching($0.shortened) }
    case .originBusy: .originBusy
    case .searchBusy: .searchBusy
    case .noRecord: subject.map { .noRecord($0.shortened, origin: text("origin")) }
    case .noPage: noPage
    case .tooManyWords, .spacedFilter, .fieldWithoutOrder, .numberNeeded, .dateNeeded, .unknownFilterField, .kindAsField,
      .fieldOfOtherKinds, .unknownFilterKind:
      queryPhrase(for: reason)
    case .refused, .unreachable, .unknownHost, .connectTimeout, .connectionLost, .tlsFailed, .timedOut, .errorStatus, .throttled, .failing:
      text("origin").flatMap { phrase(for: reason, origin: $0) }
    }
  }

  private func phrase(for reason: ProblemReason, origin: String) -> ErrorDetailPhrase? {
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
  private func queryPhrase(for reason: ProblemReason) -> ErrorDetailPhrase? {
    switch reason {
    case .tooManyWords: return extensions["maximum"]?.int.map { .tooManyWords(limit: $0) }
    case .spacedFilter: return text("instead").map { .spacedFilter($0) }
    default: break
    }
    guard let name = text("name") else { return nil }
    let choices = extensions["choices"]?.array?.compactMap(\.string) ?? []
    return switch reason {
    case .fieldWithoutOrder: text("instead").map { .fieldWithoutOrder(name, example: $0) }
    case .numberNeeded: text("instead").map { .numberNeeded(name, example: $0) }
    case .dateNeeded: text("instead").map { .dateNeeded(name, example: $0) }
    case .unknownFilterField: .unknownFilterField(name, hasSuggestions: extensions["suggestions"] != nil)
    case .kindAsField: text("instead").map { .kindAsField(name, example: $0) }
    case .fieldOfOtherKinds: extensions["kinds"]?.array.map { .fieldOfOtherKinds(name, $0.compactMap(\.string)) }
    case .unknownFilterKind: choices.isEmpty ? .unknownFilterKind(name) : .unknownKind(name, choices)
    default: nil
    }
  }

  private var noAnswer: ErrorDetailPhrase? {
    guard let service = text("service"), let request = text("request"), let limit = extensions["limit"]?.int else { return nil }
    return .noAnswer(service, request: request, milliseconds: limit)
  }

  private var noPage: ErrorDetailPhrase? {
    guard let kind = subject?.shortened, let page = extensions["page"]?.int, let pages = extensions["pages"]?.int else { return nil }
    return .noPage(kind, page, of: pages)
  }
}
