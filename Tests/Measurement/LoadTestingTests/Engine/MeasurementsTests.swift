import Platform
import Testing

@testable import LoadTesting

struct MeasurementsTests {
  private static var sample: Measurements {
    var measurements = Measurements()
    for (index, milliseconds) in [1, 20, 20, 3_000].enumerated() {
      let answer = index == 3 ? Answer(status: 500) : Answer(status: 200, cacheStatus: "holocron; hit", body: [1, 2, 3])
      measurements.add(.milliseconds(milliseconds + 10), answer, delay: .milliseconds(index * 4), waited: .milliseconds(index))
    }
    return measurements
  }

  @Test func `sums have the counts of both parts`() {
    var sum = Self.sample
    sum.add(Self.sample)
    #expect(sum.latency.count == 8)
    #expect(sum.statuses == ["200": 6, "500": 2])
    #expect(sum.cacheStatuses == ["hit": 6])
    #expect((sum.errors, sum.bytes, sum.answered, sum.waited) == (2, 18, 8, 6))
    // Three are more than 1 ms late, but one of them took so long that this does not matter.
    #expect(sum.missed == 4)
    #expect(sum.operations[.record]?.latency.count == 8)
    #expect(sum.examples == ["GET http://a/: status 500", "GET http://a/: status 500"])
  }

  @Test func `an error status is an answer, but no success`() {
    var measurements = Measurements()
    measurements.add(.seconds(5), Answer(failure: "deadline-exceeded"))
    #expect(measurements.answered == 0)
    measurements.add(.seconds(5), Answer(status: 504))
    measurements.add(.seconds(5))
    #expect(measurements.answered == 2)
    #expect((measurements.succeeded, measurements.operations[.record]?.errors) == (1, 2))
    #expect(measurements.latency.count == 3)
    #expect(Metric.rate.value(in: RunFigures(measurements, seconds: 2), as: .perSecond) == 0.5)
  }

  @Test func `labels from other programs are limited`() {
    var measurements = Measurements()
    for number in 0..<1_000 { measurements.add(.zero, Answer(failure: "\(number)")) }
    #expect(measurements.statuses.count <= Measurements.maxLabels + 1)
    #expect(measurements.statuses.values.reduce(0, +) == 1_000)
    #expect(measurements.examples.count == Measurements.maxExamples)
  }

  @Test(arguments: [
    ("holocron; hit; ttl=86000", "hit"), ("holocron;hit", "hit"), ("holocron; fwd=stale; fwd-status=304", "stale"),
    ("holocron; fwd=miss; stored", "miss"), ("holocron; fwd=miss, Edge; hit", "hit"), ("holocron; hit, Edge; fwd=miss", "hit"),
    ("holocron; fwd=miss, Edge; fwd=stale", "stale"), ("holocron;fwd=miss,Edge", "miss"), ("holocron", "other"), ("", "other"),
    ("holocron; hitherto", "other"), ("holocron; fwd=uri-miss", "uri-miss"), ("hit, fwd=miss", "other"), (";", "other"),
  ])
  func `Cache-Status is read in one word`(field: String, label: String) {
    #expect(CacheStatusLabel.label(field) == label)
  }
}
