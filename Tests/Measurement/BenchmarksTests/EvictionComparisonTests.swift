import Testing

@testable import Benchmarks

/// The policies that `holocron-bench eviction` compares, with few keys.
struct EvictionComparisonTests {
  private static let comparison = EvictionComparison(keys: 1_000, requests: 40_000)

  /// Returns the hits on `keys` with room for `capacity`.
  private func hits(_ policy: any EvictionPolicy.Type, capacity: Int, _ keys: [Int]) -> [Bool] {
    var policy = policy.init(capacity: capacity)
    return keys.map { policy.request($0) }
  }

  private static let policies: [any EvictionPolicy.Type] = [LRUPolicy.self, S3FIFOPolicy.self, TinyLFUPolicy.self]

  @Test func `keys are hits as long as all have room`() {
    for policy in Self.policies {
      let hits = hits(policy, capacity: 10, Array(1...10) + Array(1...10))
      #expect(hits == [Bool](repeating: false, count: 10) + [Bool](repeating: true, count: 10), "\(policy.name)")
    }
  }

  @Test func `the least recently used key is evicted first`() {
    #expect(hits(LRUPolicy.self, capacity: 2, [1, 2, 1, 3, 1, 2]) == [false, false, true, false, true, false])
  }

  /// Keys that are used often survive a scan of keys that are used once, except with LRU.
  @Test func `a scan displaces everything only with LRU`() {
    let often = (0..<5).flatMap { _ in 1...50 }
    let trace = often + Array(1_000...1_200) + Array(1...50)
    let survivors = Self.policies.map { policy in hits(policy, capacity: 100, trace).suffix(50).count { $0 } }
    #expect(survivors[0] == 0)
    #expect(survivors[1] == 50 && survivors[2] == 50)
  }

  @Test func `the same seed gives the same table`() {
    var lines: [[String]] = [[], []]
    for index in lines.indices { Self.comparison.run { lines[index].append($0) } }
    #expect(lines[0] == lines[1])
    #expect(lines[0].count == 2 + 6 * 3)
    var other = Self.comparison
    other.seed = 2
    #expect(other.requests(of: EvictionComparison.traces[0]) != Self.comparison.requests(of: EvictionComparison.traces[0]))
  }

  /// On every trace, the policy of the memory tier answers more requests than LRU.
  @Test func `S3-FIFO is better than LRU`() {
    for trace in EvictionComparison.traces {
      let requested = Self.comparison.requests(of: trace)
      let (lru, s3fifo) = (
        Self.comparison.ratio(LRUPolicy(capacity: 50), requested), Self.comparison.ratio(S3FIFOPolicy(capacity: 50), requested)
      )
      #expect(s3fifo > lru + 0.02, "\(trace.name): \(lru), \(s3fifo)")
    }
  }
}
