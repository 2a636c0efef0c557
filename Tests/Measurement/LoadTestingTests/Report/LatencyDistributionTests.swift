import Testing

@testable import LoadTesting

struct LatencyDistributionTests {
  private func distribution(_ values: [Int]) -> LatencyDistribution {
    LatencyDistribution(buckets: values.map { LatencyDistribution.Bucket(value: $0, count: 1) })
  }

  /// The usual example of the nearest-rank method.
  @Test(arguments: [(0.05, 15), (0.3, 20), (0.4, 20), (0.5, 35), (1, 50)])
  func `a percentile is the value of the nearest rank`(quantile: Double, value: Int) {
    #expect(distribution([15, 20, 35, 40, 50]).value(at: quantile) == value)
  }

  /// 0.55 * 100 is 55.00000000000001 in binary.
  @Test(arguments: [(0, 1), (0.5, 50), (0.55, 55), (0.9, 90), (0.99, 99), (0.999, 100), (2, 100), (-1, 1)])
  func `ranks are exact in spite of binary fractions`(quantile: Double, value: Int) {
    #expect(distribution(Array(1...100)).value(at: quantile) == value)
  }

  @Test func `the mean is that of all requests`() {
    let latencies = distribution([2, 4, 4, 4, 5, 5, 7, 9])
    #expect(latencies.mean == 5)
    #expect(latencies.buckets.map(\.value) == [2, 4, 5, 7, 9])
    #expect(latencies.count == 8)
  }

  @Test func `an empty distribution has zeros`() {
    let empty = LatencyDistribution(buckets: [.init(value: 7, count: 0)])
    #expect(empty == LatencyDistribution())
    #expect([empty.value(at: 0.5), empty.maximum, empty.minimum, empty.count] == [0, 0, 0, 0])
    #expect(empty.mean == 0)
  }

  @Test func `no percentile exceeds the exact maximum`() {
    let latencies = LatencyDistribution(buckets: [.init(value: 10, count: 9), .init(value: 20, count: 1)], maximum: 17)
    #expect([latencies.value(at: 0.5), latencies.value(at: 0.95), latencies.maximum] == [10, 17, 17])
    #expect(latencies.mean == 10.7)
  }

  @Test func `merged parts are as one`() {
    let (first, second) = ([9, 1, 5], [5, 2, 11])
    let merged = LatencyDistribution.merged([distribution(first), distribution(second)])
    #expect(merged == distribution(first + second))
    #expect(merged.buckets.map(\.count) == [1, 1, 2, 1, 1])
  }

  @Test func `coarse values keep their first bits and are rounded up`() {
    let coarse = distribution([255, 1_000]).coarsened(toBits: 8)
    #expect(coarse.buckets.map(\.value) == [255, 1_003])
    #expect(coarse.maximum == 1_000)
  }

  @Test func `a million buckets are joined to a bounded number`() {
    let latencies = LatencyDistribution(buckets: (1...1_000_000).lazy.map { LatencyDistribution.Bucket(value: $0, count: 1) })
    #expect(latencies.buckets.count < 30_000)
    #expect(latencies.count == 1_000_000)
    #expect((500_000...501_000).contains(latencies.value(at: 0.5)))
  }

  @Test func `numbers of any size are limited`() {
    let huge = LatencyDistribution.Bucket(value: .max, count: .max)
    let negative = LatencyDistribution.Bucket(value: -5, count: -5)
    let latencies = LatencyDistribution(buckets: [huge, negative, .init(value: 1, count: .max)], maximum: .max)
    #expect(latencies.count == LatencyDistribution.maximumNumber)
    #expect(latencies.maximum == LatencyDistribution.maximumNumber)
    #expect(latencies.buckets.count == 2)
  }
}
