import Contracts
import Localization
import OrderedJSON
import Presentation
import TerminalText

/// The servers that the fetchers ask, and what each fetcher knows about them: each fetcher has limits and a circuit breaker of its own.
///
/// As JSON, each has the members of ``Contracts/OriginStatus`` and `pid`, the process of the fetcher:
/// `[{"pid":4711,"origin":"http://127.0.0.1:1138/api","circuit":"closed","inFlight":3,"limit":8,"ceiling":8,…}]`.
struct OriginServers: Sendable {
  private let servers: [(process: Int?, status: OriginStatus)]

  /// - Parameter fetchers: the statistics of each fetcher. Fetchers of earlier versions, and those of the embedded catalogue, have no servers.
  init(_ fetchers: [JSON]) {
    servers = fetchers.flatMap { statistics in OriginStatus.all(in: statistics).map { (statistics["pid"]?.int, $0) } }
  }

  var json: JSON {
    .array(
      servers.map { server in
        var object = server.status.json.object ?? [:]
        object["pid"] = server.process.map { .number($0) }
        return .object(object)
      })
  }

  /// Returns a table with a row for each server of each fetcher; `nil` without servers.
  func table(in language: any Language = English()) -> Table? {
    guard !servers.isEmpty else { return nil }
    let columns: [Table.Column] = [
      .init(language.say(ReportPhrase.server), expendability: 1, minimum: 16), .init(language.say(.fetcher), .trailing, expendability: 4),
      .init(language.say(DetailPhrase.state), expendability: 0), .init(language.say(.busy), .trailing),
      .init(language.say(.queued), .trailing),
      .init(language.say(.retriesLeft), .trailing, expendability: 3), .init(language.say(ReportPhrase.rate), .trailing, expendability: 2),
    ]
    return Table(columns, rows: servers.map { row($0.process, $0.status, language) })
  }

  private func row(_ process: Int?, _ status: OriginStatus, _ language: any Language) -> [StyledText] {
    [
      StyledText(status.origin.printable, .accent), StyledText(process.map { String($0) } ?? "?"),
      StyledText(language.say(Self.state(status)), Self.role(status)),
      StyledText("\(status.inFlight)/\(status.limit)", status.limit < status.ceiling ? .caution : .text),
      StyledText(String(status.queued), status.queued > 0 ? .caution : .text),
      StyledText(String(status.retriesLeft), status.retriesLeft == 0 ? .caution : .text),
      StyledText(
        status.maxRate.map { language.say(.rateLimit(language.rate(status.rate), language.rate($0))) }
          ?? language.rate(status.rate)),
    ]
  }

  private static func state(_ status: OriginStatus) -> ServerStatePhrase {
    switch status.circuit {
    case .closed where status.retryAfter != nil: .paused(retryIn: status.retryAfter ?? 0)
    case .closed: status.failingSince == nil ? .works : .fails
    case .halfOpen: .probing
    case .open: status.retryAfter.map { .failsUntil(retryIn: $0) } ?? .fails
    }
  }

  private static func role(_ status: OriginStatus) -> Role {
    switch state(status) {
    case .works: .good
    case .fails where status.circuit == .open, .failsUntil: .bad
    case .fails, .probing, .paused: .caution
    }
  }

  /// A warning for each server that is not asked at the moment, or that did not answer the last request.
  var findings: [Finding] {
    var warned: Set<String> = []
    return servers.compactMap { server in
      let status = server.status
      guard status.circuit != .closed || status.failingSince != nil || status.retryAfter != nil,
        warned.insert(status.origin).inserted
      else { return nil }
      let reason = status.reason.map { sentence in OriginStatus.Reason(sentence: sentence).map(\.phrase) ?? .text(sentence) }
      return Finding(.originServer, .warn, .server(status.origin, Self.state(status), reason: reason), remedy: .checkServer)
    }
  }
}

extension OriginStatus.Reason {
  fileprivate var phrase: DoctorPhrase {
    switch self {
    case .unreachable: .unreachable
    case .connectionLost: .connectionLost
    case .noTLS: .noTLS
    case .timedOut: .timedOut
    case .slowDown: .slowDown
    case .errorStatus(let status): .errorStatus(status)
    }
  }
}
