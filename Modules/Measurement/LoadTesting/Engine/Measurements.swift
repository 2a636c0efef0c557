import Platform

/// The times of one request, from the start of the run, on one clock.
struct RequestTiming: Sendable, Hashable {
  /// When the schedule wanted the request to be sent. In a closed loop, the same as ``sent``.
  let intended: Duration
  /// The earliest time at which the request could be sent: later than ``intended`` if as many requests as allowed were outstanding then.
  let possible: Duration
  let sent: Duration
  var ended = Duration.zero

  /// What a user of the target would have waited. It counts from the intended send time: a request that is sent late because earlier ones are
  /// slow has waited, too (coordinated omission).
  var latency: Duration { ended - intended }
  var service: Duration { ended - sent }
  var queueing: Duration { sent - intended }
  /// Whether the request had to wait for an outstanding one.
  var hasWaited: Bool { possible > intended }
  /// How late the generator itself was.
  var delay: Duration { max(.zero, sent - possible) }
  /// Whether the generator was late by enough to matter beside the latency.
  var isMissed: Bool { delay > max(.milliseconds(1), latency / 10) }
}

/// What the requests of a run, or of a part of it, did. Values can be added up.
struct Measurements: Sendable {
  /// From the intended send time to the end of the answer. Its count is the number of requests that ended.
  var latency = DurationHistogram()
  /// From the actual send to the end of the answer.
  var service = DurationHistogram()
  /// From the intended send time to the actual send.
  var queueing = DurationHistogram()
  var sent = 0
  /// Requests without an answer, with an error status or with a wrong body.
  var errors = 0
  /// Bodies that were compared, and those that differed.
  var verified = 0
  var wrong = 0
  /// Requests that the generator sent late; see ``RequestTiming/isMissed``.
  var missed = 0
  /// The largest delay of the generator.
  var latestSend = Duration.zero
  /// Requests that waited because as many as allowed were outstanding.
  var waited = 0
  /// Requests that were never sent for this reason.
  var withheld = 0
  /// Bytes of bodies received.
  var bytes = 0
  /// Requests with an answer, of any status.
  var answered = 0
  /// Requests that ended without an error.
  var succeeded: Int { latency.count - errors }
  /// Answers by status, such as `200`; failures without an answer by their reason, such as `deadline-exceeded`.
  var statuses: [String: Int] = [:]
  /// Answers by ``CacheStatusLabel``; those without the field are not counted.
  var cacheStatuses: [String: Int] = [:]
  var operations: [Operation: OperationMeasurements] = [:]
  /// The first wrong or failed answers, one sentence each; at most ``maxExamples``.
  private(set) var examples: [String] = []

  private static let counts: [any WritableKeyPath<Self, Int> & Sendable] = [
    \.sent, \.errors, \.verified, \.wrong, \.missed, \.waited, \.withheld, \.bytes, \.answered,
  ]
  static let maxExamples = 10
  /// In Unicode scalars.
  private static let maxExampleLength = 500
  /// Statuses and labels come from other programs: further ones are counted as ``otherLabel``.
  static let maxLabels = 64
  static let otherLabel = "other"

  /// Adds a request that has ended.
  ///
  /// - Parameter finding: what the comparison of the body found.
  mutating func add(
    _ call: Call, _ answer: Answer, _ timing: RequestTiming, _ finding: BodyVerifier.Finding = .nothingToCompare
  ) {
    latency.record(timing.latency.nanoseconds)
    service.record(timing.service.nanoseconds)
    queueing.record(timing.queueing.nanoseconds)
    if timing.isMissed { missed += 1 }
    if timing.hasWaited { waited += 1 }
    latestSend = max(latestSend, timing.delay)
    bytes += answer.byteCount
    Self.count(answer.status.map(String.init) ?? answer.failure, 1, in: &statuses)
    if let field = answer.cacheStatus { Self.count(CacheStatusLabel.label(field), 1, in: &cacheStatuses) }
    let error = Self.error(of: call, answer, finding)
    if answer.status != nil { answered += 1 }
    if finding != .nothingToCompare { verified += 1 }
    if finding == .wrong { wrong += 1 }
    if let error {
      errors += 1
      operations[call.key.operation, default: OperationMeasurements()].errors += 1
      addExample("\(call.payload.text): \(error)")
    }
    operations[call.key.operation, default: OperationMeasurements()].latency.record(timing.latency.nanoseconds)
  }

  /// Returns why the answer is an error; `nil` if it is none.
  private static func error(
    of call: Call, _ answer: Answer, _ finding: BodyVerifier.Finding
  ) -> String? {
    guard let status = answer.status else { return answer.failure }
    if finding == .wrong { return "the body differs from what was expected" }
    // No origin knows unique keys.
    let isError = status >= 300 && !(status == 404 && call.isUnique)
    return isError ? "status \(status)" : nil
  }

  mutating func add(_ other: Measurements) {
    latency.add(other.latency)
    service.add(other.service)
    queueing.add(other.queueing)
    for count in Self.counts { self[keyPath: count] += other[keyPath: count] }
    latestSend = max(latestSend, other.latestSend)
    for (label, count) in other.statuses { Self.count(label, count, in: &statuses) }
    for (label, count) in other.cacheStatuses { Self.count(label, count, in: &cacheStatuses) }
    for (operation, added) in other.operations {
      operations[operation, default: OperationMeasurements()].latency.add(added.latency)
      operations[operation, default: OperationMeasurements()].errors += added.errors
    }
    for example in other.examples { addExample(example) }
  }

  private mutating func addExample(_ example: String) {
    if examples.count < Self.maxExamples { examples.append(example.prefix(scalars: Self.maxExampleLength)) }
  }

  private static func count(_ label: String, _ number: Int, in counts: inout [String: Int]) {
    if let index = counts.index(forKey: label) {
      counts.values[index] += number
    } else {
      counts[counts.count < maxLabels ? label : otherLabel, default: 0] += number
    }
  }
}

/// What the requests of one operation did.
struct OperationMeasurements: Sendable {
  var latency = DurationHistogram()
  var errors = 0
}

/// What the field Cache-Status says about an answer, in one word.
enum CacheStatusLabel {
  static let hit = "hit"

  /// Returns `hit` if a cache in the field had the answer, or else the reason why the last one, which is next to the client, forwarded the
  /// request (`fwd`: `miss`, `stale`, …), or `other`. Costs no allocation for a hit. RFC 9211 section 2.
  static func label(_ field: String) -> String {
    var rest = field.utf8[...]
    var reason: Substring.UTF8View?
    // A parameter follows a semicolon, a further cache a comma.
    while let separator = rest.firstIndex(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }) {
      let isParameter = rest[separator] == UInt8(ascii: ";")
      rest = rest[rest.index(after: separator)...].drop { $0 == UInt8(ascii: " ") }
      guard isParameter else { continue }
      let parameter = rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: " ") }
      if parameter.elementsEqual("hit".utf8) { return hit }
      if parameter.starts(with: "fwd=".utf8) { reason = parameter.dropFirst(4).prefix(32) }
    }
    return reason.map { String(decoding: $0, as: UTF8.self) } ?? "other"
  }
}

extension DurationHistogram {
  /// All latencies, as reports have them.
  var distribution: LatencyDistribution {
    LatencyDistribution(buckets: buckets.map { LatencyDistribution.Bucket(value: $0.value, count: $0.count) }, maximum: maximum)
  }
}

extension Duration {
  var nanoseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
