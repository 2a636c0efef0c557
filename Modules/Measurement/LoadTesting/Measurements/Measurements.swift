/// What the requests of a run, or of a part of it, did. Values can be added up.
struct Measurements: Sendable {
  /// From the intended send time to the end of the answer. Its count is the number of requests that ended.
  var latency = LatencyHistogram()
  /// From the actual send to the end of the answer.
  var service = LatencyHistogram()
  /// From the intended send time to the actual send.
  var queueing = LatencyHistogram()
  /// Requests sent.
  var sent = 0
  /// Requests without an answer, with an error status or with a wrong body.
  var errors = 0
  /// Bodies that were compared, and those that differed.
  var verified = 0
  var wrong = 0
  /// Requests that the generator sent late; see ``RequestTiming/isMissed``.
  var missed = 0
  /// The largest delay of the generator, in nanoseconds.
  var latestSend = 0
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
  /// By the name of the operation.
  var operations: [Operation: OperationMeasurements] = [:]
  /// The first wrong or failed answers, one sentence each; at most ``maxExamples``.
  private(set) var examples: [String] = []

  static let maxExamples = 10
  /// Statuses and labels come from other programs: further ones are counted as ``otherLabel``.
  static let maxLabels = 64
  static let otherLabel = "other"

  mutating func add(_ outcome: RequestOutcome) {
    latency.record(outcome.timing.latency)
    service.record(outcome.timing.service)
    queueing.record(outcome.timing.queueing)
    operations[outcome.operation, default: OperationMeasurements()].add(outcome)
    if outcome.isAnswered { answered += 1 }
    if outcome.isError { errors += 1 }
    if outcome.isVerified { verified += 1 }
    if outcome.isWrong { wrong += 1 }
    if outcome.timing.isMissed { missed += 1 }
    if outcome.timing.hasWaited { waited += 1 }
    latestSend = max(latestSend, outcome.timing.generatorDelayNanoseconds)
    bytes += outcome.byteCount
    Self.count(outcome.status, 1, in: &statuses)
    if let label = outcome.cacheStatus { Self.count(label, 1, in: &cacheStatuses) }
    if let example = outcome.example { addExample(example) }
  }

  mutating func add(_ other: Measurements) {
    latency.add(other.latency)
    service.add(other.service)
    queueing.add(other.queueing)
    sent += other.sent
    errors += other.errors
    verified += other.verified
    wrong += other.wrong
    missed += other.missed
    latestSend = max(latestSend, other.latestSend)
    waited += other.waited
    withheld += other.withheld
    bytes += other.bytes
    answered += other.answered
    for (label, count) in other.statuses { Self.count(label, count, in: &statuses) }
    for (label, count) in other.cacheStatuses { Self.count(label, count, in: &cacheStatuses) }
    for (operation, added) in other.operations { operations[operation, default: OperationMeasurements()].add(added) }
    for example in other.examples { addExample(example) }
  }

  mutating func addExample(_ example: String) { if examples.count < Self.maxExamples { examples.append(example) } }

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
  var latency = LatencyHistogram()
  var errors = 0
  var succeeded: Int { latency.count - errors }

  mutating func add(_ outcome: RequestOutcome) {
    latency.record(outcome.timing.latency)
    if outcome.isError { errors += 1 }
  }

  mutating func add(_ other: OperationMeasurements) {
    latency.add(other.latency)
    errors += other.errors
  }
}
