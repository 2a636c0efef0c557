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

  /// A table with a row for each server of each fetcher; `nil` without servers.
  var table: Table? {
    guard !servers.isEmpty else { return nil }
    let columns: [Table.Column] = [
      .init("server", expendability: 1, minimum: 16), .init("fetcher", .trailing, expendability: 4), .init("state", expendability: 0),
      .init("busy", .trailing), .init("queued", .trailing), .init("retries left", .trailing, expendability: 3),
      .init("rate", .trailing, expendability: 2),
    ]
    return Table(columns, rows: servers.map { row($0.process, $0.status) })
  }

  private func row(_ process: Int?, _ status: OriginStatus) -> [StyledText] {
    [
      StyledText(status.origin.printable, .accent), StyledText(process.map { String($0) } ?? "?"), state(status),
      StyledText("\(status.inFlight)/\(status.limit)", status.limit < status.ceiling ? .caution : .text),
      StyledText(String(status.queued), status.queued > 0 ? .caution : .text),
      StyledText(String(status.retriesLeft), status.retriesLeft == 0 ? .caution : .text),
      StyledText(Figures.rate(status.rate) + (status.maxRate.map { " of \(Figures.rate($0))" } ?? "")),
    ]
  }

  private func state(_ status: OriginStatus) -> StyledText {
    switch status.circuit {
    case .closed where status.retryAfter != nil: StyledText("pausing" + retry(status), .caution)
    case .closed: status.failingSince == nil ? StyledText("ok", .good) : StyledText("failing", .caution)
    case .halfOpen: StyledText("failing, probing", .caution)
    case .open: StyledText("failing" + retry(status), .bad)
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
      let reason = status.reason.map { ": \($0.printable)" } ?? ""
      return Finding(
        "Origin server", .warn, "\(status.origin.printable) is \(state(status).text)\(reason)",
        remedy: "check the server and the network; until it answers, cached records are shown")
    }
  }

  private func retry(_ status: OriginStatus) -> String { status.retryAfter.map { ", retry in \(Figures.duration(Double($0)))" } ?? "" }
}
