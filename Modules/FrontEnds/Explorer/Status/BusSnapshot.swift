import Contracts
import OrderedJSON

/// The statistics of broker and workers, decoded. Missing members count as zero or `nil`: broker and workers may be older than this
/// program.
struct BusSnapshot: Sendable, Hashable {
  struct Service: Sendable, Hashable {
    /// The service name: `holocron.cache`.
    var name: String
    var workers, queued, inFlight, credit: Int
    /// Number of requests since the broker started; `nil` if the broker does not count them.
    var requests: Int?
  }

  struct Worker: Sendable, Hashable {
    var id: String
    var service: String
    var holds, credit: Int
  }

  /// A peer that does not read its messages fast enough.
  struct SlowConsumer: Sendable, Hashable {
    /// The service of a worker; `nil` for a client.
    var service: String?
    /// What the peer calls itself, if it does.
    var name: String?
    var id: String
    /// Number of messages queued for the peer and dropped.
    var waiting, dropped: Int
  }

  /// Latency percentiles of an operation, in milliseconds.
  struct Timing: Sendable, Hashable {
    var service: String
    /// The operation: `answer`, `fetch`.
    var name: String
    var count: Int
    var p50, p90, p99, max: Double
  }

  /// The statistics of one cache worker.
  struct Cache: Sendable, Hashable {
    /// `nil` before the first request.
    var hitRatio: Double?
    var entries, bytes: Int
  }

  var uptime: Double
  /// Number of requests to all services.
  var requests: Int
  var subscriptions: Int
  var dropped: Int
  var services: [Service]
  var workers: [Worker]
  var slow: [SlowConsumer]
  var timings: [Timing]
  /// `nil` if no cache worker responded; ``fetches`` and ``indexed`` likewise.
  var cache: Cache?
  /// Number of requests to the origin and of failed ones, for the fetcher that responded.
  var fetches: (count: Int, failures: Int)? { fetchCount.map { ($0, fetchFailures) } }
  /// The process ID of that fetcher: with several fetchers, each snapshot may have the counts of another one.
  private(set) var fetcher: Int?
  private var fetchCount: Int?
  private var fetchFailures = 0
  /// How much of the catalogue is indexed by the search worker that responded.
  var indexed: Coverage?

  init(_ statistics: BusStatistics) {
    let broker = statistics.broker
    func number(_ json: JSON, _ name: String) -> Int { Int(clamping: json[name]?.double ?? 0) }
    uptime = broker["uptime"]?.double ?? 0
    requests = number(broker, "requests")
    subscriptions = number(broker, "subscriptions")
    dropped = number(broker, "dropped")
    services = (broker["services"]?.array ?? []).map {
      Service(
        name: $0["name"]?.string ?? "?", workers: number($0, "workers"), queued: number($0, "queued"), inFlight: number($0, "inFlight"),
        credit: number($0, "credit"), requests: $0["requests"]?.double.map { Int(clamping: $0) })
    }
    workers = (broker["workers"]?.array ?? []).map {
      Worker(
        id: $0["id"]?.string ?? "?", service: $0["service"]?.string ?? "?", holds: number($0, "holds"), credit: number($0, "credit"))
    }
    slow = (broker["slow"]?.array ?? []).map {
      SlowConsumer(
        service: $0["service"]?.string, name: $0["name"]?.string, id: $0["id"]?.string ?? "?", waiting: number($0, "waiting"),
        dropped: number($0, "dropped"))
    }
    timings = statistics.services.sorted { $0.key < $1.key }.flatMap { name, json in Self.timings(of: name, json) }
    if let cache = statistics.services[ServiceName.cache.text] {
      let (counters, gauges) = (cache["counters"] ?? [:], cache["gauges"] ?? [:])
      self.cache = Cache(
        hitRatio: CacheHits { Double(number(counters, $0)) }?.ratio, entries: number(gauges, "entries"), bytes: number(gauges, "bytes"))
    }
    if let fetch = statistics.services[ServiceName.fetch.text] {
      fetcher = fetch["pid"]?.int
      fetchCount = fetch["timers"]?["fetch"].map { number($0, "count") } ?? 0
      fetchFailures = fetch["counters"].map { number($0, "fetch.failures") } ?? 0
    }
    if let search = statistics.services[ServiceName.search.text], let gauges = search["gauges"], gauges["index.records"] != nil {
      let all = number(gauges, "index.of")
      // A search worker reports 0 until it knows the total.
      indexed = Coverage(
        records: number(gauges, "index.records"), of: all > 0 ? all : nil, isComplete: number(gauges, "index.complete") == 1,
        warning: search["warning"]?.string)
    }
  }

  private static func timings(of service: String, _ json: JSON) -> [Timing] {
    guard let timers = json["timers"]?.object else { return [] }
    return timers.compactMap { member in
      let timer = member.value
      guard let count = timer["count"]?.double, count > 0 else { return nil }
      func value(_ name: String) -> Double { timer[name]?.double ?? 0 }
      return Timing(
        service: service, name: member.name, count: Int(clamping: count), p50: value("p50"), p90: value("p90"), p99: value("p99"),
        max: value("max"))
    }
  }
}

extension Int {
  /// Converts a count, which is cut to a whole number and clamped to 0 through 10¹⁵; NaN becomes 0. Numbers from the bus are untrusted, and
  /// counts are added.
  fileprivate init(clamping value: Double) { self = value.isNaN ? 0 : Int(Swift.min(Swift.max(0, value), 1e15)) }
}
