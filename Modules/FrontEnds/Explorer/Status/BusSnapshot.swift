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

  /// A process that serves the bus.
  struct Process: Sendable, Hashable {
    /// `cache-1`; for a process that was started by hand, the kind of its services: `cache`, `node`.
    var name: String
    var pid: Int?
    /// The state in the words of the supervisor; `running` for a process that answers.
    var state: String
    /// `nil` if nobody restarts it; ``age`` and ``cpu`` likewise.
    var restarts: Int?
    /// Seconds since the last change of state or of the process.
    var age: Int?
    /// Seconds since the process started; `nil` if it is not running, whose ``age`` is the time since it ended.
    var uptime: Int? { pid == nil ? nil : age }
    /// Seconds of processor time.
    var cpu: Double?
    /// Number of requests that it is working on; `nil` if it does not say.
    var inFlight: Int?
    var isSupervised = false
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
    var name: String
    var count: Int
    var p50, p90, p99, max: Double
    /// 99th percentile of the last seconds, or since the start for workers that do not report the former; `nil` if the operation was not used
    /// recently.
    var recentP99: Double?
    /// Whether all workers report the last seconds.
    var isRecent = true
  }

  /// The statistics of all cache workers.
  struct Cache: Sendable, Hashable {
    /// The requests since the workers started; `nil` if a worker does not count them.
    var hits: CacheHits?
    /// `nil` before the first request.
    var hitRatio: Double? { hits?.ratio }
    /// `nil` while no worker has read its store.
    var entries: Int?
    var bytes: Int
  }

  var uptime: Double
  var requests: Int
  /// Number of connections that receive events; `nil` if the broker does not count them.
  var listeners: Int?
  var dropped: Int
  var services: [Service]
  var processes: [Process]
  var slow: [SlowConsumer]
  var timings: [Timing]
  /// `nil` if no cache worker responded; ``fetches`` and ``indexed`` likewise.
  var cache: Cache?
  /// Number of requests to the origin and of failed ones, for all fetchers that responded.
  var fetches: (count: Int, failures: Int)? {
    fetchCounts.isEmpty ? nil : (fetchCounts.values.reduce(0) { $0 + $1 }, fetchFailures)
  }
  /// Number of requests to the origin by fetcher.
  private(set) var fetchCounts: [String: Int] = [:]
  /// Number of requests without those for statistics: by service and process, as the workers count them, and by service, as the broker counts
  /// them, for services that are not asked for statistics. Empty if no worker that responded counts its requests.
  private(set) var requestCounts: [String: Int] = [:]
  private var fetchFailures = 0
  /// The servers that the fetchers ask, as each of them sees it.
  var servers: [OriginStatus]
  /// How much of the catalogue is indexed, by the search worker that knows the most.
  var indexed: Coverage?
  /// Whether a search worker fetches records for its index.
  private(set) var isFillingIndex = false

  init(_ statistics: BusStatistics) {
    let broker = statistics.broker
    func number(_ json: JSON, _ name: String) -> Int { Int(clamping: json[name]?.double ?? 0) }
    uptime = broker["uptime"]?.double ?? 0
    requests = number(broker, "requests")
    listeners = broker["listeners"]?.double.map { Int(clamping: $0) }
    dropped = number(broker, "dropped")
    services = (broker["services"]?.array ?? []).map {
      Service(
        name: $0["name"]?.string ?? "?", workers: number($0, "workers"), queued: number($0, "queued"), inFlight: number($0, "inFlight"),
        credit: number($0, "credit"), requests: $0["requests"]?.double.map { Int(clamping: $0) })
    }
    slow = (broker["slow"]?.array ?? []).map {
      SlowConsumer(
        service: $0["service"]?.string, name: $0["name"]?.string, id: $0["id"]?.string ?? "?", waiting: number($0, "waiting"),
        dropped: number($0, "dropped"))
    }
    func workers(_ service: ServiceName) -> [JSON] { statistics.workers[service.text] ?? [] }
    timings = statistics.workers.sorted { $0.key < $1.key }.flatMap { name, workers in Self.timings(of: name, workers) }
    if case let caches = workers(.cache), !caches.isEmpty {
      func sum(_ name: String) -> Double { caches.reduce(0) { $0 + Double(number($1["counters"] ?? [:], name)) } }
      // Cache workers usually share a store, and each of them counts all of its entries.
      func most(_ name: String) -> Int? { caches.compactMap { $0["gauges"]?[name]?.double }.map { Int(clamping: $0) }.max() }
      self.cache = Cache(hits: CacheHits { sum($0) }, entries: most("entries"), bytes: most("bytes") ?? 0)
    }
    servers = workers(.fetch).flatMap { OriginStatus.all(in: $0) }
    for fetcher in workers(.fetch) {
      fetchCounts["fetches \(StatsRequest.process(of: fetcher) ?? "")"] = fetcher["timers"]?["fetch"].map { number($0, "count") } ?? 0
      fetchFailures += fetcher["counters"].map { number($0, "fetch.failures") } ?? 0
    }
    isFillingIndex = workers(.search).contains { $0["filling"] != nil }
    for search in workers(.search) {
      guard let gauges = search["gauges"], gauges["index.records"] != nil else { continue }
      let (records, all) = (number(gauges, "index.records"), number(gauges, "index.of"))
      if let indexed, indexed.records >= records { continue }
      // A search worker reports 0 until it knows the total.
      indexed = Coverage(
        records: records, of: all > 0 ? all : nil, isComplete: number(gauges, "index.complete") == 1, warning: search["warning"]?.string)
    }
    processes = Self.processes(statistics)
    for (service, workers) in statistics.workers {
      for worker in workers {
        guard let counters = worker["counters"], counters["requests"] != nil else { continue }
        requestCounts["\(service) \(StatsRequest.process(of: worker) ?? "")"] = number(counters, "requests")
      }
    }
    guard !requestCounts.isEmpty else { return }
    for service in services where !BusStatistics.services.contains(where: { $0.text == service.name }) {
      requestCounts[service.name] = service.requests
    }
  }

  /// Returns the processes of the supervisor, then the workers that it does not know.
  private static func processes(_ statistics: BusStatistics) -> [Process] {
    var services: [Int: Set<String>] = [:]
    var inFlight: [Int: Int] = [:]
    for (name, workers) in statistics.workers {
      for worker in workers {
        guard let pid = worker["pid"]?.int else { continue }
        services[pid, default: []].insert(name)
        inFlight[pid, default: 0] += Int(clamping: worker["gauges"]?["requests.inFlight"]?.double ?? 0)
      }
    }
    let supervised = (statistics.fleet?["processes"]?.array ?? []).prefix(maxProcesses).map { process in
      let pid = process["pid"]?.int
      return Process(
        name: process["name"]?.string ?? "?", pid: pid, state: process["state"]?.string ?? "?", restarts: process["restarts"]?.int,
        age: process["age"]?.int, cpu: process["cpu"]?.double, inFlight: pid.flatMap { inFlight[$0] },
        isSupervised: process["restarts"] != nil)
    }
    let known = Set(supervised.compactMap(\.pid))
    let others = services.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }.prefix(maxProcesses)
    return supervised
      + others.map { pid, names in
        let name = names.count > 1 ? "node" : names.first.map { String($0.split(separator: ".").last ?? "?") } ?? "?"
        return Process(name: name, pid: pid, state: "running", inFlight: inFlight[pid])
      }
  }

  private static let maxProcesses = 100

  /// Returns the timings of a service: the number of operations of all workers, and the percentiles of the slowest one.
  private static func timings(of service: String, _ workers: [JSON]) -> [Timing] {
    var timings: [Timing] = []
    for timer in workers.flatMap({ $0["timers"]?.object.map(Array.init) ?? [] }) {
      guard let count = timer.value["count"]?.double, count > 0 else { continue }
      func value(_ name: String) -> Double { timer.value[name]?.double ?? 0 }
      let index = timings.firstIndex { $0.name == timer.name } ?? timings.endIndex
      if index == timings.endIndex { timings.append(Timing(service: service, name: timer.name, count: 0, p50: 0, p90: 0, p99: 0, max: 0)) }
      timings[index].count += Int(clamping: count)
      timings[index].p50 = Swift.max(timings[index].p50, value("p50"))
      timings[index].p90 = Swift.max(timings[index].p90, value("p90"))
      timings[index].p99 = Swift.max(timings[index].p99, value("p99"))
      timings[index].max = Swift.max(timings[index].max, value("max"))
      if timer.value["recent"] == nil { timings[index].isRecent = false }
      if let recent = recentP99(timer.value) { timings[index].recentP99 = Swift.max(timings[index].recentP99 ?? recent, recent) }
    }
    return timings
  }

  private static func recentP99(_ timer: JSON) -> Double? {
    guard let recent = timer["recent"] else { return timer["p99"]?.double ?? 0 }
    guard let count = recent["count"]?.double, count > 0 else { return nil }
    return recent["p99"]?.double
  }

  /// 99th percentile of the time that the slowest service has taken recently to answer, in milliseconds; `nil` if nothing was answered.
  var recentAnswerP99: Double? { timings.filter { $0.name == "answer" }.compactMap(\.recentP99).max() }
  /// The times that the origin takes.
  var originTiming: Timing? { timings.first { $0.service == ServiceName.fetch.text && $0.name == "fetch" } }
}

extension Int {
  /// Converts a count, which is cut to a whole number and clamped to 0 through 10¹⁵; NaN becomes 0. Numbers from the bus are untrusted, and
  /// counts are added.
  fileprivate init(clamping value: Double) { self = value.isNaN ? 0 : Int(Swift.min(Swift.max(0, value), 1e15)) }
}
