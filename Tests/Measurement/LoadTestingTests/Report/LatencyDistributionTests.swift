import Testing

@testable import LoadTesting

struct LatencyDistributionTests {
  private func distribution(_ values: some Sequence<Int>) -> LatencyDistribution {
    LatencyDistribution(buckets: values.map { LatencyDistribution.Bucket(value: $0, count: 1) })
  }

  /// The usual example of the nearest-rank method; 0.55 * 100 is 55.00000000000001 in binary.
  @Test func `a percentile is the value of the nearest rank`() {
    let five = distribution([15, 20, 35, 40, 50])
    for (quantile, value) in [(0.05, 15), (0.3, 20), (0.4, 20), (0.5, 35), (1, 50)] { #expect(five.value(at: quantile) == value) }
    let hundred = distribution(1...100)
    for (quantile, value) in [(0, 1), (0.5, 50), (0.55, 55), (0.9, 90), (0.999, 100), (2, 100), (-1, 1)] {
      #expect(hundred.value(at: quantile) == value)
    }
  }

  @Test func `equal values are one bucket, and merged parts are as one`() {
    let latencies = distribution([2, 4, 4, 4, 5, 5, 7, 9])
    #expect((latencies.mean, latencies.count) == (5, 8))
    #expect(latencies.buckets.map(\.value) == [2, 4, 5, 7, 9])
    #expect(LatencyDistribution.merged([distribution([9, 1, 5]), distribution([5, 2, 11])]) == distribution([9, 1, 5, 5, 2, 11]))
    #expect(LatencyDistribution(buckets: [.init(value: 7, count: 0)]) == LatencyDistribution())
  }

  @Test func `no percentile exceeds the exact maximum`() {
    let latencies = LatencyDistribution(buckets: [.init(value: 10, count: 9), .init(value: 20, count: 1)], maximum: 17)
    #expect([latencies.value(at: 0.5), latencies.value(at: 0.95), latencies.maximum] == [10, 17, 17])
    #expect(latencies.mean == 10.7)
  }

  @Test func `coarse values keep their first bits`() {
    let coarse = distribution([255, 1_000]).coarsened(toBits: 8)
    #expect(coarse.buckets.map(\.value) == [255, 1_003])
    #expect(coarse.maximum == 1_000)
  }
}
