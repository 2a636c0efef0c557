import Contracts
import Localization
import OrderedJSON
import Presentation
import Text

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

  /// A table with a row for each server of each fetcher; `nil` without servers.
  var table: Table? {
    guard !servers.isEmpty else { return nil }
    let columns: [Table.Column] = [
      .init("Server", expendability: 1, minimum: 16), .init("Fetcher", .trailing, expendability: 4),
      .init("State", expendability: 0), .init("Busy", .trailing),
      .init("Queued", .trailing),
      .init("Retries left", .trailing, expendability: 3), .init("Rate", .trailing, expendability: 2),
    ]
    return Table(columns, rows: servers.map { row($0.process, $0.status) })
  }

  private func row(_ process: Int?, _ status: OriginStatus) -> [StyledText] {
    [
      StyledText(status.origin.printable, .accent), StyledText(process.map { String($0) } ?? "?"),
      StyledText(Self.state(status).text, Self.state(status).role),
      StyledText("\(status.inFlight)/\(status.limit)", status.limit < status.ceiling ? .caution : .text),
      StyledText(String(status.queued), status.queued > 0 ? .caution : .text),
      StyledText(String(status.retriesLeft), status.retriesLeft == 0 ? .caution : .text),
      StyledText(
        status.maxRate.map { "\(Figures.rate(status.rate)) of \(Figures.rate($0))" }
          ?? Figures.rate(status.rate)),
    ]
  }

  private static func state(_ status: OriginStatus) -> (text: String, role: Role) {
    let retry = status.retryAfter.map { Figures.duration(Double($0)) }
    switch status.circuit {
    case .closed:
      if let retry { return ("pausing, retry in \(retry)", .caution) }
      return status.failingSince == nil ? ("ok", .good) : ("failing", .caution)
    case .halfOpen: return ("failing, probing", .caution)
    case .open: return ("failing" + (retry.map { ", retry in \($0)" } ?? ""), .bad)
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
      return Finding(
        "Origin server", .warn, "\(status.origin) is \(Self.state(status).text)\(status.reason.map { ": \($0)" } ?? "")",
        remedy: "check the server and the network; until it answers, cached records are shown")
    }
  }
}
