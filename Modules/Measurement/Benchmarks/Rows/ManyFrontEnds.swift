/// Cached records for many sockets, as many front-ends would request them.
struct ManyFrontEnds: BenchmarkRow {
  let name = "front-ends"
  let summary = "a cached record for 50 sockets in 2 processes, and from redis-server"
  let programs = RedisServer.programs

  func measure(on bench: Workbench) throws -> [Comparison] {
    try bench.startBus()
    let record = try bench.waitForCache()
    let redis = try RedisServer(on: bench, holding: record)
    let fleet = try ClientFleet(
      on: bench, bench.bus, processes: 2, clients: 50, outstanding: 64, requests: 50_000, CachedRecord.request)
    let rounds = try Rounds(
      bench.rounds,
      .init("redis-benchmark GET") { [try redis.rate(requests: 100_000)] },
      .init("broker, cache worker") { [try fleet.rate()] })
    return [
      Comparison(
        "cached GET /people/1, 50 sockets in 2 processes with 64 outstanding in all; Redis with 50 connections",
        ours: rounds.series(1, unit: "/s"), references: [rounds.series(0, unit: "/s")],
        bars: [Bar(.ratio(to: "redis-benchmark GET"), atLeast: 0.7)])
    ]
  }
}
