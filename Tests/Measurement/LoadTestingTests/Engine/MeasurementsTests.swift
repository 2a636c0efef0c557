import OrderedJSON
import Testing

@testable import LoadTesting

struct MeasurementsTests {
  private static var sample: Measurements {
    var measurements = Measurements()
    measurements.sent = 4
    for (index, milliseconds) in [1, 20, 20, 3_000].enumerated() {
      let timing = RequestTiming(
        intended: .zero, possible: .milliseconds(index), sent: .milliseconds(index * 5), ended: .milliseconds(milliseconds + 10))
      var outcome = RequestOutcome(operation: index == 0 ? .list : .record, timing: timing, status: "200", cacheStatus: "hit", byteCount: 7)
      outcome.isError = index == 3
      outcome.example = index == 3 ? "GET /people/1: slow" : nil
      measurements.add(outcome)
    }
    return measurements
  }

  @Test func `measurements of another process arrive unchanged`() throws {
    let piece = Piece(start: .milliseconds(250), end: .nanoseconds(500_000_001), sample: Recorder.Sample(measured: Self.sample))
    let line = WorkerMessage.piece(piece).line
    #expect(line.hasSuffix("}\n"))
    #expect(line.split(separator: "\n").count == 1)
    guard case .piece(let read) = WorkerMessage(Array(line.utf8.dropLast())) else {
      Issue.record("not read as a piece")
      return
    }
    #expect(read.start == piece.start)
    #expect(read.end == piece.end)
    #expect(read.sample.measured.json == Self.sample.json)
    #expect(read.sample.measured.latency.count == 4)
    #expect(read.sample.measured.missed == Self.sample.missed)
    // Three are more than 1 ms late, but one of them took so long that this does not matter.
    #expect(Self.sample.missed == 2)
  }

  @Test(arguments: [
    "", "{", "[]", #"{"type":"bogus"}"#, #"{"type":"piece"}"#, #"{"type":"piece","start":0,"end":-1,"warmUp":{},"measured":{}}"#,
  ])
  func `other lines are not messages`(line: String) {
    #expect(WorkerMessage(Array(line.utf8)) == nil)
  }

  @Test func `negative counters are not measurements`() throws {
    var json = try #require(Self.sample.json.object)
    json["errors"] = -1
    #expect(Measurements(.object(json)) == nil)
    #expect(Measurements(Self.sample.json) != nil)
  }

  @Test func `sums have the counts of both parts`() {
    var sum = Self.sample
    sum.add(Self.sample)
    #expect(sum.latency.count == 8)
    #expect(sum.latency.maximum == Self.sample.latency.maximum)
    #expect(sum.statuses == ["200": 8])
    #expect(sum.cacheStatuses == ["hit": 8])
    #expect(sum.errors == 2)
    #expect(sum.bytes == 56)
    #expect(sum.answered == 8)
    #expect(sum.operations[.record]?.latency.count == 6)
    #expect(sum.examples == ["GET /people/1: slow", "GET /people/1: slow"])
  }

  @Test func `an error status is an answer, but no success`() {
    let timing = RequestTiming(intended: .zero, possible: .zero, sent: .zero, ended: .seconds(5))
    var measurements = Measurements()
    measurements.add(RequestOutcome(operation: .record, timing: timing, status: "deadline-exceeded", isAnswered: false, isError: true))
    #expect(measurements.answered == 0)
    measurements.add(RequestOutcome(operation: .record, timing: timing, status: "504", isError: true))
    measurements.add(RequestOutcome(operation: .record, timing: timing, status: "200"))
    #expect(measurements.answered == 2)
    #expect((measurements.succeeded, measurements.operations[.record]?.succeeded) == (1, 1))
    #expect(measurements.latency.count == 3)
    #expect(Metric.rate.value(in: RunFigures(measurements: measurements, seconds: 2), as: .number) == 0.5)
  }

  @Test func `labels from other programs are limited`() {
    var measurements = Measurements()
    let timing = RequestTiming(intended: .zero, possible: .zero, sent: .zero, ended: .zero)
    for number in 0..<1_000 { measurements.add(RequestOutcome(operation: .record, timing: timing, status: "\(number)")) }
    #expect(measurements.statuses.count <= Measurements.maxLabels + 1)
    #expect(measurements.statuses.values.reduce(0, +) == 1_000)
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

  @Test func `a histogram keeps three digits`() {
    var histogram = LatencyHistogram()
    #expect(histogram.buckets.isEmpty)
    #expect(histogram.percentile(99) == 0)
    for microseconds in 1...10_000 { histogram.record(.microseconds(microseconds)) }
    #expect(histogram.count == 10_000)
    for percentile in [1.0, 50, 90, 99, 99.9] {
      let exact = percentile * 100_000
      #expect(abs(Double(histogram.percentile(percentile)) - exact) <= exact / 1_000)
    }
    #expect(histogram.maximum == 10_000_000)
    #expect(abs(histogram.mean - 5_000_500) < 5_001)
    #expect(histogram.buckets.reduce(0) { $0 + $1.count } == 10_000)
  }

  @Test func `latencies out of range are kept at its ends`() {
    var histogram = LatencyHistogram()
    histogram.record(.seconds(-1))
    histogram.record(.seconds(1_000_000))
    #expect(histogram.count == 2)
    #expect(histogram.percentile(1) == 0)
    #expect(histogram.maximum == 3_600_000_000_000)
  }

  @Test func `the sum of all latencies may exceed 64 bits`() {
    let hour = 3_600_000_000_000
    let histogram = LatencyHistogram(buckets: [(nanoseconds: hour, count: 10_000_000), (nanoseconds: 0, count: 1)])
    #expect(histogram.count == 10_000_001)
    #expect(histogram.buckets.map(\.count) == [1, 10_000_000])
    #expect(abs(histogram.mean / Double(hour) - 1) < 0.001)
  }

  @Test func `lines are split, and the rest is kept`() {
    var lines: [String] = []
    var bytes = Array("a\n\nbc\nd".utf8)
    LineReader.removeLines(from: &bytes, searched: 1) { lines.append(String(decoding: $0, as: UTF8.self)) }
    #expect(lines == ["a", "", "bc"])
    #expect(String(decoding: bytes, as: UTF8.self) == "d")
    bytes += Array("e\n".utf8)
    LineReader.removeLines(from: &bytes, searched: 1) { lines.append(String(decoding: $0, as: UTF8.self)) }
    #expect(lines.last == "de")
    #expect(bytes.isEmpty)
  }
}
