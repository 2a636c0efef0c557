/// A cached record over the bus, beside Redis and an echo of as many bytes.
struct CachedThroughput: BenchmarkRow {
  let name = "cached"
  let summary = "a cached record over the bus and from redis-server"
  let programs = RedisServer.programs

  func measure(on bench: Workbench) throws -> [Comparison] {
    try bench.startProxy()
    try bench.startBus()
    let record = try bench.waitForCache()
    let redis = try RedisServer(on: bench, holding: record)
    let loop = RequestLoop(bench.bus, CachedRecord.request.frames, outstanding: 64, requests: 50_000)
    let echo = RequestLoop(bench.proxy, [record], outstanding: 64, requests: 50_000)
    let rounds = try Rounds(
      bench.rounds,
      .init("redis-benchmark GET") { [try redis.rate(requests: 100_000)] },
      .init("broker, cache worker") { [try loop.run().rate] },
      .init("zmq_proxy, DEALER echo") { [try echo.run().rate] })
    return [
      Comparison(
        "cached GET /people/1 (\(record.count) bytes), 64 outstanding, ipc; Redis with 50 connections",
        ours: rounds.series(1, unit: "/s"), references: [rounds.series(0, unit: "/s"), rounds.series(2, unit: "/s")],
        bars: [Bar(.ratio(to: "redis-benchmark GET"), atLeast: 0.9)])
    ]
  }
}

/// The record that the rows of the cache request.
enum CachedRecord {
  static let service = "holocron.cache"
  static let head = "GET /people/1"
  static var request: BusRequest { BusRequest(service, head) }
}
