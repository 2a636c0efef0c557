import OrderedJSON
import Presentation
import Testing

@testable import CommandLine

/// The figures of a service are those of all its workers.
@Suite struct ServiceSumsTests {
  private static let workers: [JSON] = [
    [
      "pid": 1, "uptime": 10, "counters": ["hits": 30, "misses": 10], "gauges": ["entries": 260, "memory.bytes": 100],
      "timers": ["fetch": ["count": 4, "p50": 1, "p99": 9, "recent": ["count": 2, "p99": 8, "seconds": 12]]],
    ],
    [
      "pid": 2, "uptime": 20, "warning": "full", "counters": ["hits": 5, "fetches": 2], "gauges": ["entries": 258, "memory.bytes": 50],
      "timers": ["fetch": ["count": 6, "p50": 2, "p99": 3, "recent": ["count": 0, "seconds": 19]]],
    ],
  ]

  @Test func `counters are added, the size of a shared store is not, and percentiles are those of the slowest worker`() throws {
    let sums = try #require(ServiceSums.statistics(of: Self.workers))
    #expect(sums["counters"] == ["hits": 35, "misses": 10, "fetches": 2])
    #expect(sums["gauges"] == ["entries": 260, "memory.bytes": 150])
    let recent: JSON = ["count": 2, "p99": 8, "seconds": 19]
    #expect(sums["timers"]?["fetch"] == ["count": 10, "p50": 2, "p99": 9, "recent": recent])
    #expect(sums["warning"] == "full")
    #expect(sums["pid"] == nil)
    #expect(CacheReport(statistics: sums).hitRatio.map { ($0 * 1_000).rounded() } == 778)
  }

  @Test func `one worker is left as it is, and none has no figures`() {
    #expect(ServiceSums.statistics(of: [Self.workers[0]]) == Self.workers[0])
    #expect(ServiceSums.statistics(of: []) == nil)
    #expect(ServiceSums.statistics(of: [7, ["counters": "x", "pid": 1]]) != nil)
  }

  @Test func `peers have the names that they gave themselves, never the identity of a connection`() throws {
    let load = PeerLoad([
      "slow": [
        ["id": "006b8b456a", "name": "holocron-tui (pid 4711)", "waiting": 4_000], ["id": "006b8b456b", "dropped": 1],
        ["id": "006b8b456c", "service": "holocron.cache", "waiting": 2],
      ]
    ])
    #expect(
      load.slow?.text
        == "holocron-tui (pid 4711), 4,000 queued; a client without a name, 1 dropped; a worker of holocron.cache, 2 queued")
  }
}
