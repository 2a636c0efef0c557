import CRelay
import Platform

/// Rows of the bus and the cache: the broker beside a relay in C that forwards the same messages, beside `zmq_proxy`, which parses nothing, and
/// beside Redis.
extension BenchmarkRow {
  private static let outstanding = 64

  static let echo = BenchmarkRow("echo", "echoes a second through the broker, the C relay and zmq_proxy") { bench in
    try bench.startEchoes()
    return try [64, 1_024, 8_192].map { size in
      let rounds = try bench.echoes(size: size, outstanding: outstanding, requests: 50_000) { [$0.rate] }
      let bars = [Bar(.ratio(to: "C relay"), atLeast: 0.95), Bar(.ratio(to: "zmq_proxy"), atLeast: 0.62)]
      return rounds.comparison(
        "echo of \(size) bytes, \(outstanding) outstanding, ipc", ours: 1, unit: "/s", bars: Array(bars.prefix(size == 1_024 ? 2 : 1)))
    }
  }

  static let latency = BenchmarkRow("latency", "p50 and p99 of one echo at a time through the broker and zmq_proxy") { bench in
    try bench.startEchoes()
    let rounds = try bench.echoes(size: 1_024, outstanding: 1, requests: 5_000) { [$0.latency(at: 0.5), $0.latency(at: 0.99)] }
    return ["p50", "p99"].enumerated().map { figure, name in
      rounds.comparison(
        "\(name) of an echo of 1024 bytes, 1 outstanding, ipc", ours: 1, figure: figure, unit: "µs",
        bars: [Bar(.ratio(to: "zmq_proxy"), atMost: 1.1)])
    }
  }

  /// The workers accept as many requests as are outstanding, so none should be idle while requests wait.
  static let many = BenchmarkRow("many", "8 workers and 8 clients on the broker and the C relay") { bench in
    let (count, evenness) = (8, "processor time of the least busy worker")
    try bench.start(service: "holocron-broker")
    try bench.start(.relay, [bench.relay])
    var workers: [ChildProcess] = []
    for _ in 0..<count {
      workers.append(try bench.start(.worker, [bench.bus]))
      try bench.start(.worker, [bench.relay])
    }
    func fleet(_ endpoint: String) throws -> ClientFleet {
      try ClientFleet(
        on: bench, endpoint, processes: 2, clients: count, outstanding: count * outstanding, requests: 100_000, BusRequest(echoOf: 1_024))
    }
    let (ours, reference) = (try fleet(bench.bus), try fleet(bench.relay))
    let rounds = try Rounds(
      bench.rounds,
      .init("C relay") { [try reference.rate()] },
      .init("broker") {
        let before = workers.map(\.processorTime)
        let rate = try ours.rate()
        return [rate, leastShare(of: zip(workers, before).map { $0.processorTime - $1 })]
      })
    return [
      rounds.comparison(
        "echo of 1024 bytes, \(count) workers, \(count) clients with \(outstanding) outstanding each, ipc", ours: 1, unit: "/s",
        figures: [rounds.series(1, figure: 1, named: evenness, unit: "% of the mean")],
        bars: [Bar(.ratio(to: "C relay"), atLeast: 0.9), Bar(.median(of: evenness), atLeast: 50)])
    ]
  }

  /// Returns the least of `values` in percent of their mean; 0 without any.
  static func leastShare(of values: [Double]) -> Double {
    let sum = values.reduce(0, +)
    guard let least = values.min(), sum > 0 else { return 0 }
    return least / (sum / Double(values.count)) * 100
  }

  static let cached = BenchmarkRow("cached", "a cached record over the bus and from redis-server", RedisServer.programs) { bench in
    try bench.startProxy()
    try bench.startBus()
    let record = try bench.waitForCache()
    let redis = try RedisServer(on: bench, holding: record)
    let loop = RequestLoop(bench.bus, CachedRecord.request.frames, outstanding: outstanding, requests: 50_000)
    let echo = RequestLoop(bench.proxy, [record], outstanding: outstanding, requests: 50_000)
    let rounds = try Rounds(
      bench.rounds,
      .init("redis-benchmark GET") { [try redis.rate(requests: 100_000)] },
      .init("broker, cache worker") { [try loop.run().rate] },
      .init("zmq_proxy, DEALER echo") { [try echo.run().rate] })
    return [
      rounds.comparison(
        "cached GET /people/1 (\(record.count) bytes), \(outstanding) outstanding, ipc; Redis with 50 connections", ours: 1, unit: "/s",
        bars: [Bar(.ratio(to: "redis-benchmark GET"), atLeast: 0.9)])
    ]
  }

  /// Records in turn, of which the memory of the cache holds a few, so that each request reads the store.
  static let store = BenchmarkRow(
    "store", "a record over the bus from a store on Redis, and from redis-server", RedisServer.programs, isOnDemand: true
  ) { bench in
    try bench.startBus(store: try RedisServer(on: bench, holding: []).url, memory: "4KiB")
    let redis = try RedisServer(on: bench, holding: try bench.waitForCache())
    let loop = RequestLoop(bench.bus, outstanding: outstanding, requests: 50_000) { number in
      BusRequest(CachedRecord.service, "GET /people/\(number % 16 + 1)").frames
    }
    let rounds = try Rounds(
      bench.rounds, .init("redis-benchmark GET") { [try redis.rate(requests: 100_000)] },
      .init("broker, cache worker, Redis") { [try loop.run().rate] })
    return [
      rounds.comparison(
        "GET /people/N from a store on Redis, \(outstanding) outstanding, ipc; Redis with 50 connections", ours: 1, unit: "/s", bars: [])
    ]
  }

  /// As many sockets as many front-ends would have.
  static let frontEnds = BenchmarkRow(
    "front-ends", "a cached record for 50 sockets in 2 processes, and from redis-server", RedisServer.programs
  ) { bench in
    try bench.startBus()
    let redis = try RedisServer(on: bench, holding: try bench.waitForCache())
    let fleet = try ClientFleet(
      on: bench, bench.bus, processes: 2, clients: 50, outstanding: outstanding, requests: 50_000, CachedRecord.request)
    let rounds = try Rounds(
      bench.rounds,
      .init("redis-benchmark GET") { [try redis.rate(requests: 100_000)] },
      .init("broker, cache worker") { [try fleet.rate()] })
    return [
      rounds.comparison(
        "cached GET /people/1, 50 sockets in 2 processes with \(outstanding) outstanding in all; Redis with 50 connections", ours: 1,
        unit: "/s", bars: [Bar(.ratio(to: "redis-benchmark GET"), atLeast: 0.7)])
    ]
  }

  /// What the load tester itself costs, beside a client in C that sends the same frames through the same broker to the same kind of worker.
  static let load = BenchmarkRow("load", "echoes a second of holocron-load and of a client in C") { bench in
    // Seconds of each round, and before it.
    let (size, duration, warmUp) = (1_024, 2.0, 0.5)
    try bench.start(service: "holocron-broker")
    try bench.start(.service, [bench.bus])
    // The worker registers before the first round.
    _ = try RequestLoop(bench.bus, BusRequest(Role.echoService, "GET /echo").frames, outstanding: 1, requests: 1).run()
    let command = [
      "echo", "--bus", bench.bus, "--no-autostart", "--size", "\(size)", "--closed", "\(outstanding)", "--duration", "\(duration)s",
      "--warm-up", "\(warmUp)s",
    ]
    let rounds = try Rounds(
      bench.rounds,
      .init("C client") {
        var rate = 0.0
        let failure = client_run(bench.bus, Role.echoService, UInt(size), Int32(outstanding), warmUp, duration, &rate)
        guard failure == 0 else { throw BenchmarkError("the client in C failed: \(ErrorNumber(rawValue: failure))") }
        return [rate]
      },
      .init("holocron-load echo") { [try bench.loadTesterRate(command)] })
    return [
      rounds.comparison(
        "echo of \(size) bytes, \(outstanding) outstanding", ours: 1, unit: "/s", bars: [Bar(.ratio(to: "C client"), atLeast: 0.8)])
    ]
  }
}

/// The record that the rows of the cache request.
enum CachedRecord {
  static let service = "holocron.cache"
  static let head = "GET /people/1"
  static var request: BusRequest { BusRequest(service, head) }
}

extension Workbench {
  /// Starts the broker, the C relay and `zmq_proxy`, each with a worker of its own.
  fileprivate func startEchoes() throws {
    try startProxy()
    try start(service: "holocron-broker")
    try start(.relay, [relay])
    for endpoint in [bus, relay] { try start(.worker, [endpoint]) }
  }

  /// Measures echoes through each of them.
  fileprivate func echoes(
    size: Int, outstanding: Int, requests: Int, _ figures: @escaping (RequestLoop.Result) -> [Double]
  ) throws -> Rounds {
    let frames = BusRequest(echoOf: size).frames
    let sides = [("C relay", relay, frames), ("broker", bus, frames), ("zmq_proxy", proxy, frames.suffix(1))]
    return try Rounds(
      rounds,
      sides.map { name, endpoint, frames in
        let loop = RequestLoop(endpoint, frames, outstanding: outstanding, requests: requests)
        return Rounds.Side(name) { figures(try loop.run()) }
      })
  }
}
