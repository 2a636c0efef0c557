import Contracts
import Localization
import OrderedJSON
import Presentation
import Text

/// The statistics of the cache workers (`GET /stats`), for people.
struct CacheReport: Sendable {
  /// The statistics; `nil` if no cache worker is attached.
  let statistics: JSON?

  /// The hit ratio; `nil` before the first request.
  var hitRatio: Double? { CacheHits { Double(counter($0)) }?.ratio }

  /// The hit ratio and size in one line.
  var summary: StyledText {
    guard statistics != nil else {
      return StyledText("no cache worker is attached: start one with \(ServiceName.cache.executable)", .caution)
    }
    let size = entries.map { "\(Figures.counted($0, "entry", "entries")), \(Figures.bytes(gauge("bytes")))" } ?? "—"
    let summary = StyledText("\(hitRatio.map { "\(Figures.percent($0)) hits" } ?? "no requests yet"), \(size)")
    guard let warning = statistics?["warning"]?.string else { return summary }
    return summary + StyledText("; \(warning)", .caution)
  }

  var document: ReportDocument {
    func number(_ label: String, _ number: Int) -> LabeledValue { LabeledValue(label, Figures.grouped(number)) }
    let values = [
      LabeledValue("Hit ratio", hitRatio.map { StyledText(Figures.percent($0)) } ?? StyledText("—", .muted)),
      number("Fresh hits", counter("hits")), number("Stale hits", counter("hits.stale")), number("Misses", counter("misses")),
      number("Fetches", counter("fetches")), number("Unchanged", counter("fetches.unchanged")),
      number("Failed", counter("fetches.failed")), LabeledValue("Entries", entries.map { Figures.grouped($0) } ?? "—"),
      LabeledValue("Size", entries == nil ? "—" : Figures.bytes(gauge("bytes"))), number("In memory", gauge("memory.entries")),
      LabeledValue("Memory", Figures.bytes(gauge("memory.bytes"))), number("Evictions", counter("evictions")),
      LabeledValue("Uptime", Figures.duration(statistics?["uptime"]?.double ?? 0)),
    ]
    return ReportDocument([.values(values)], json: statistics ?? .null)
  }

  /// Returns a counter, at most 10¹⁵: counters come from another process, and some are added.
  private func counter(_ name: String) -> Int { min(max(0, statistics?["counters"]?[name]?.int ?? 0), 1_000_000_000_000_000) }
  private func gauge(_ name: String) -> Int { statistics?["gauges"]?[name]?.int ?? 0 }
  /// The number of entries; `nil` while the cache has not read its store.
  private var entries: Int? { statistics?["gauges"]?["entries"]?.int }
}

/// The index statistics of a search worker (`GET /stats`), for people.
struct SearchIndexReport: Sendable {
  /// The statistics; `nil` if no search worker is attached.
  let statistics: JSON?

  var records: Int { gauge("index.records") }
  /// Whether all records of the origin are indexed.
  var isComplete: Bool { gauge("index.complete") == 1 }

  private func gauge(_ name: String) -> Int { statistics?["gauges"]?[name]?.int ?? 0 }

  /// The size of the index in one line.
  var summary: StyledText {
    guard let statistics else {
      return StyledText("no search worker is attached: start one with \(ServiceName.search.executable)", .caution)
    }
    guard statistics["gauges"]?["index.records"] != nil else { return StyledText("attached") }
    // 0 until it is known.
    let total = gauge("index.of")
    let share = total > 0 && !isComplete ? "\(Figures.grouped(records)) of \(Figures.grouped(total))" : Figures.grouped(records)
    let text = "\(share) \(max(total, records) == 1 ? "record" : "records") indexed"
    let summary =
      if isComplete {
        StyledText("\(text) (complete)")
      } else if statistics["filling"] != nil {
        StyledText("\(text), \(records == 0 ? "starting" : "filling")…")
      } else {
        StyledText("\(text); run holocron cache warm to fetch the rest", .caution)
      }
    return statistics["warning"]?.string.map { summary + StyledText("; \($0)", .caution) } ?? summary
  }
}

/// Which peers of a broker hold its queues, and which ones read too slowly, from the broker's statistics. Peers have the names that they gave
/// themselves; those without one are described.
struct PeerLoad: Sendable {
  private let broker: JSON

  /// A client with fewer outstanding requests is nothing unusual.
  private static let fewRequests = 64
  private static let maxPeers = 3

  init(_ broker: JSON) { self.broker = broker }

  /// The clients with many outstanding requests, `loader (pid 4711), 900 requests`, and the peers that leave messages unread, `loader (pid
  /// 4711), 30 queued, 2 dropped`, as far as there are any.
  var values: [LabeledValue] {
    func peers(_ name: String) -> [JSON] { broker[name]?.array ?? [] }
    let waiting = peers("clients").filter { ($0["outstanding"]?.int ?? 0) >= Self.fewRequests }
    return value("Waiting", waiting) { [Figures.counted($0["outstanding"]?.int ?? 0, "request", "requests")] }
      + value("Slow", peers("slow")) { peer in
        [("waiting", "queued"), ("dropped", "dropped")].compactMap { member, word in
          peer[member]?.int.flatMap { $0 > 0 ? "\(Figures.grouped($0)) \(word)" : nil }
        }
      }
  }

  private func value(_ label: String, _ peers: [JSON], _ describe: (JSON) -> [String]) -> [LabeledValue] {
    guard !peers.isEmpty else { return [] }
    var descriptions = peers.prefix(Self.maxPeers).map { ([name($0)] + describe($0)).joined(separator: ", ") }
    if peers.count > Self.maxPeers { descriptions.append("\(peers.count - Self.maxPeers) more") }
    return [LabeledValue(label, descriptions.joined(separator: "; "), .caution)]
  }

  private func name(_ peer: JSON) -> String {
    // The identity of a connection means nothing to people.
    (peer["name"]?.string ?? peer["service"]?.string.map { "a worker of \($0)" } ?? "a client without a name").printable.shortened
  }
}

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

  /// A table with a row for each server of each fetcher.
  var table: Table {
    Table(
      [
        .init("Server", expendability: 1, minimum: 16), .init("Fetcher", .trailing, expendability: 4), .init("State", expendability: 0),
        .init("Busy", .trailing), .init("Queued", .trailing), .init("Retries left", .trailing, expendability: 3),
        .init("Rate", .trailing, expendability: 2),
      ],
      rows: servers.map { process, status in
        [
          StyledText(status.origin, .accent), StyledText(process.map { String($0) } ?? "?"), Self.state(status),
          StyledText("\(status.inFlight)/\(status.limit)", status.limit < status.ceiling ? .caution : .text),
          StyledText(String(status.queued), status.queued > 0 ? .caution : .text),
          StyledText(String(status.retriesLeft), status.retriesLeft == 0 ? .caution : .text),
          StyledText(Figures.rate(status.rate) + (status.maxRate.map { " of \(Figures.rate($0))" } ?? "")),
        ]
      })
  }

  private static func state(_ status: OriginStatus) -> StyledText {
    let retry = status.retryAfter.map { ", retry in \(Figures.duration(Double($0)))" }
    switch status.circuit {
    case .closed:
      if let retry { return StyledText("pausing\(retry)", .caution) }
      return status.failingSince == nil ? StyledText("ok", .good) : StyledText("failing", .caution)
    case .halfOpen: return StyledText("failing, probing", .caution)
    case .open: return StyledText("failing\(retry ?? "")", .bad)
    }
  }

  /// A warning for each server that is not asked at the moment, or that did not answer the last request.
  var findings: [Finding] {
    var warned: Set<String> = []
    return servers.compactMap { _, status in
      guard status.circuit != .closed || status.failingSince != nil || status.retryAfter != nil, warned.insert(status.origin).inserted
      else {
        return nil
      }
      return Finding(
        "Origin server", .warn, "\(status.origin) is \(Self.state(status).text)\(status.reason.map { ": \($0)" } ?? "")",
        remedy: "check the server and the network; until it answers, cached records are shown")
    }
  }
}
