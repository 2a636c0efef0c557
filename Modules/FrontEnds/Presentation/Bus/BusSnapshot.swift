package import Contracts
package import Localization
import OrderedJSON
import Text

/// The statistics of the broker and the workers, decoded. A number that is missing counts as zero or `nil`: anybody may attach a worker.
package struct BusSnapshot: Sendable {
  package struct Service: Sendable, Hashable {
    /// The service name: `holocron.cache`.
    package var name: String
    package var workers, queued, inFlight, credit: Int
    /// Number of requests since the broker started; `nil` if the broker does not count them.
    package var requests: Int?
  }

  /// A process that serves the bus.
  package struct Process: Sendable, Hashable {
    /// `cache-1`; for a process that was started by hand, the kind of its services: `cache`, `node`.
    package var name: String
    package var pid: Int?
    /// The state in the words of the supervisor; `running` for a process that answers.
    package var state: String
    /// `nil` if nobody restarts it; ``age`` and ``cpu`` likewise.
    package var restarts: Int?
    /// Seconds since the last change of state or of the process.
    package var age: Int?
    /// Seconds of processor time.
    package var cpu: Double?
    /// Number of requests that it is working on; `nil` if it does not say.
    package var inFlight: Int?

    package var isSupervised: Bool { restarts != nil }
    /// Seconds since the process started; `nil` if it is not running, whose ``age`` is the time since it ended.
    package var uptime: Int? { pid == nil ? nil : age }
  }

  /// Latency percentiles of an operation, in milliseconds: those of the slowest worker.
  package struct Timing: Sendable, Hashable {
    package var service, name: String
    /// Number of operations of all workers.
    package var count = 0
    package var p50 = 0.0, p90 = 0.0, p99 = 0.0, max = 0.0
    /// 99th percentile of the last seconds; `nil` if the operation was not used recently.
    package var recentP99: Double?
  }

  /// A number that a process counts since its start.
  package struct Counter: Sendable, Hashable {
    package let name, process: String
  }

  package let uptime: Double
  package let requests: Int
  /// Number of connections that receive events; `nil` if the broker does not count them.
  package let listeners: Int?
  package let services: [Service]
  package private(set) var processes: [Process]
  /// What the broker says about the peers that do not read their messages fast enough.
  let slow: [JSON]
  package private(set) var timings: [Timing] = []
  /// The counters of all workers that responded: `requests`, without those for statistics, `fetches` and their `failures`, `hits` of the cache
  /// and its `misses`.
  package private(set) var counters: [Counter: Int] = [:]
  /// Whether a cache worker responded.
  package private(set) var hasCache = false
  /// Number of entries in the cache and their size; `nil` while no worker has read its store.
  package private(set) var entries: (count: Int, bytes: Int)?
  /// What a cache worker warns about, such as that it keeps everything in memory.
  package private(set) var cacheWarning: StorageWarning?
  /// The servers that the fetchers ask, as each of them sees it.
  package private(set) var servers: [OriginStatus] = []
  /// How much of the catalogue is indexed, by the search worker that knows the most.
  package private(set) var indexed: Coverage?
  /// Whether a search worker fetches records for its index.
  package private(set) var isFillingIndex = false

  package init(_ statistics: BusStatistics) {
    let broker = statistics.broker
    uptime = broker["uptime"]?.double ?? 0
    requests = broker.count("requests") ?? 0
    listeners = broker.count("listeners")
    services = statistics.services.map { service in
      func number(_ name: String) -> Int { service.count(name) ?? 0 }
      return Service(
        name: service["name"]?.string ?? "?", workers: number("workers"), queued: number("queued"), inFlight: number("inFlight"),
        credit: number("credit"), requests: service.count("requests"))
    }
    slow = broker.list("slow")
    processes = Self.processes(statistics)
    for (service, workers) in statistics.workers.sorted(by: { $0.key < $1.key }) {
      for worker in workers { add(worker, of: service) }
    }
  }

  private mutating func add(_ worker: JSON, of service: String) {
    let process = "\(service) \(StatsRequest.process(of: worker) ?? "")"
    func count(_ number: Int?, as name: String) { if let number { counters[Counter(name: name, process: process), default: 0] += number } }
    let numbers = worker["counters"] ?? [:]
    let gauges = worker["gauges"] ?? [:]
    count(numbers.count("requests"), as: "requests")
    for timer in worker["timers"]?.object ?? [:] { add(timer.value, named: timer.name, of: service) }
    switch ServiceName(service) {
    case .cache:
      hasCache = true
      cacheWarning = cacheWarning ?? worker["warning"].flatMap { StorageWarning($0) }
      count(numbers.count("hits"), as: "hits")
      count(numbers.count("hits.stale"), as: "hits")
      count(numbers.count("misses"), as: "misses")
      // Cache workers usually share a store, and each of them counts all of its entries.
      guard let number = gauges.count("entries") else { break }
      entries = (max(number, entries?.count ?? 0), max(gauges.count("bytes") ?? 0, entries?.bytes ?? 0))
    case .fetch:
      count(worker["timers"]?["fetch"]?.count("count") ?? 0, as: "fetches")
      count(numbers.count("fetch.failures"), as: "failures")
      servers += OriginStatus.all(in: worker)
    case .search:
      isFillingIndex = isFillingIndex || worker["filling"] != nil
      guard let records = gauges.count("index.records"), records > indexed?.records ?? -1 else { break }
      // A search worker reports 0 until it knows the total.
      let all = gauges.count("index.of") ?? 0
      indexed = Coverage(
        records: records, of: all > 0 ? all : nil, isComplete: gauges.count("index.complete") == 1,
        isFull: worker["warning"].flatMap { StorageWarning($0) }?.code == .full)
    default: break
    }
  }

  private mutating func add(_ timer: JSON, named name: String, of service: String) {
    guard let count = timer.count("count"), count > 0 else { return }
    let index = timings.firstIndex { $0.service == service && $0.name == name } ?? timings.endIndex
    if index == timings.endIndex { timings.append(Timing(service: service, name: name)) }
    timings[index].count += count
    for (path, member) in [(\Timing.p50, "p50"), (\.p90, "p90"), (\.p99, "p99"), (\.max, "max")] {
      timings[index][keyPath: path] = Swift.max(timings[index][keyPath: path], timer[member]?.double ?? 0)
    }
    if let recent = timer["recent"], recent.count("count") ?? 0 > 0, let p99 = recent["p99"]?.double {
      timings[index].recentP99 = Swift.max(timings[index].recentP99 ?? p99, p99)
    }
  }

  /// Returns the processes of the supervisor, then the workers that it does not know.
  private static func processes(_ statistics: BusStatistics) -> [Process] {
    var others: [Int: Process] = [:]
    for (service, workers) in statistics.workers {
      for worker in workers {
        guard let pid = worker["pid"]?.int else { continue }
        let own = String(service.split(separator: ".").last ?? "?")
        let name = others[pid].map { $0.name == own ? own : "node" } ?? own
        let inFlight = (others[pid]?.inFlight ?? 0) + (worker["gauges"]?.count("requests.inFlight") ?? 0)
        others[pid] = Process(name: name, pid: pid, state: "running", inFlight: inFlight)
      }
    }
    let supervised = (statistics.fleet?.list("processes") ?? []).prefix(maxProcesses).map { process in
      let pid = process["pid"]?.int
      return Process(
        name: process["name"]?.string ?? "?", pid: pid, state: process["state"]?.string ?? "?", restarts: process["restarts"]?.int,
        age: process["age"]?.int, cpu: process["cpu"]?.double, inFlight: pid.flatMap { others.removeValue(forKey: $0)?.inFlight })
    }
    return supervised + others.sorted { $0.key < $1.key }.prefix(maxProcesses).map(\.value)
  }

  private static let maxProcesses = 100

  // MARK: Sums

  /// Returns the sum of a counter over all processes; `nil` if none has it.
  package func sum(of name: String) -> Int? {
    counters.reduce(nil as Int?) { sum, counter in counter.key.name == name ? (sum ?? 0) + counter.value : sum }
  }

  /// Share of the requests to the cache that were hits, from 0 to 1; `nil` before the first request.
  package var hitRatio: Double? {
    let (hits, misses) = (sum(of: "hits") ?? 0, sum(of: "misses") ?? 0)
    return hits + misses > 0 ? Double(hits) / Double(hits + misses) : nil
  }

  package func hasWorkers(of service: ServiceName) -> Bool { services.contains { $0.name == service.text && $0.workers > 0 } }

  /// The reason why records cannot be served: no workers, no cache or no fetcher. `nil` if there is none.
  package var missing: Phrase? {
    if workers == 0 { return .workers(0) }
    return !hasWorkers(of: .cache) ? .noCache : hasWorkers(of: .fetch) ? nil : .noFetcher
  }

  /// Number of workers of all services.
  package var workers: Int { services.reduce(0) { $0 + $1.workers } }

  /// 99th percentile of the time that the slowest service has taken recently to answer, in milliseconds; `nil` if nothing was answered.
  package var recentAnswerP99: Double? { timings.filter { $0.name == "answer" }.compactMap(\.recentP99).max() }
  /// The times that the origin takes.
  package var originTiming: Timing? { timings.first { $0.service == ServiceName.fetch.text && $0.name == "fetch" } }
}

extension JSON {
  fileprivate func list(_ name: String) -> [JSON] { self[name]?.array ?? [] }

  /// Returns a count, cut to a whole number and clamped to 0 through 10¹⁵; NaN is 0. Numbers from the bus are untrusted, and counts are added.
  func count(_ name: String) -> Int? {
    self[name]?.double.map { $0.isNaN ? 0 : Int(Swift.min(Swift.max(0, $0), 1e15)) }
  }
}
