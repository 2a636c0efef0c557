import LoadTesting

/// Counts of a chaos run: what became of the requests, and how soon there were right answers after each failure. Pure.
struct ChaosTally: Sendable {
  /// A failure as it happened. Times are in microseconds since the machine started.
  struct Mark: Sendable, Hashable {
    let step: ChaosPlan.Step
    /// The time of the signal.
    let hurt: Int64
    /// The time at which the process was started or continued; `nil` if that has not happened.
    var repaired: Int64?
  }

  /// How a failure was overcome.
  struct Recovery: Sendable, Hashable {
    let harm: ChaosPlan.Harm
    let role: ChaosTarget.Role
    /// Microseconds to the first right answer that needed the process; `nil` if there was none.
    ///
    /// For a role with one process: from its repair, to the first answer after that. For a role with several processes: from the signal, to
    /// the first answer to a request that was sent after it.
    let time: Int64?
  }

  /// A form of requests in numbers.
  struct Counts: Sendable, Hashable {
    var requests = 0
    var right = 0
    /// Microseconds of the slowest right answer.
    var slowest: Int64 = 0

    fileprivate mutating func add(_ sample: ChaosSample) {
      requests += 1
      guard sample.outcome == .right else { return }
      right += 1
      slowest = max(slowest, sample.done - sample.sent)
    }
  }

  private(set) var forms: [ChaosRequest.Form: Counts] = [:]
  private(set) var wrong = 0
  private(set) var lost = 0
  /// Errors by status and type.
  private(set) var errors: [String: Int] = [:]
  /// The first wrong and lost answers.
  private(set) var details: [String] = []
  /// Requests for entries cached before the run, with a deadline longer than any planned failure.
  private(set) var cached = Counts()
  /// The requests of ``cached`` without a right answer, by their error.
  private(set) var cachedErrors: [String: Int] = [:]
  /// When right answers were requested and when they arrived, by the role that they need apart from the broker.
  private var answers: [ChaosTarget.Role: [(sent: Int64, done: Int64)]] = [:]
  /// When requests were sent that failed, and what the errors say. Deadlines below ``fairLimit`` do not count: a busy machine misses them.
  private var failures: [(time: Int64, text: String)] = []

  /// The least deadline of ``cached`` and of failures that count, in milliseconds.
  static let fairLimit = 5_000
  private static let detailCount = 10
  /// Microseconds after its repair for which a process may still be recovering.
  private static let rest: Int64 = 1_500_000

  var requests: Int { forms.values.reduce(0) { $0 + $1.requests } }
  var right: Int { forms.values.reduce(0) { $0 + $1.right } }

  mutating func add(_ sample: ChaosSample) {
    let isFair = sample.form.isCached && sample.limit >= Self.fairLimit
    forms[sample.form, default: Counts()].add(sample)
    if isFair { cached.add(sample) }
    switch sample.outcome {
    case .right: answers[sample.form.role, default: []].append((sample.sent, sample.done))
    case .wrong(let detail):
      wrong += 1
      addDetail("wrong: \(sample.form.rawValue) \(detail)")
    case .lost:
      lost += 1
      addDetail("lost: \(sample.form.rawValue) with a deadline of \(sample.limit) ms")
    case .failed(let code, let detail):
      errors[code, default: 0] += 1
      if isFair { cachedErrors[code, default: 0] += 1 }
      let text = "\(sample.form.rawValue), \(sample.limit) ms, after \((sample.done - sample.sent) / 1_000) ms: \(code): \(detail)"
      if sample.limit >= Self.fairLimit { failures.append((sample.sent, text)) }
    }
  }

  private mutating func addDetail(_ text: String) { if details.count < Self.detailCount { details.append(text) } }

  /// The errors of requests that were sent after `time`: the form and the deadline of the request, the time to the error, and what it says.
  func failures(after time: Int64) -> [String] { failures.filter { $0.time > time }.map(\.text) }

  /// The longest time between two right answers, in microseconds.
  var longestGap: Int64 {
    let times = answers.values.joined().map(\.done).sorted()
    return zip(times, times.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) }
  }

  /// Returns the recoveries from `marks` during which no other process that the answer needs was hurt, or had been repaired within the 1.5 s
  /// before: with another failure, the time would be that of both.
  func recoveries(from marks: [Mark]) -> [Recovery] {
    var sorted = answers
    sorted[.broker] = Array(answers.values.joined())
    // A right answer of a fetcher needs the origin, too.
    sorted[.origin] = answers[.fetcher]
    for role in ChaosTarget.Role.allCases { sorted[role]?.sort { $0.done < $1.done } }
    return marks.compactMap { mark in
      let role = mark.step.target.role
      let answers = sorted[role] ?? []
      let start = role.count > 1 ? mark.hurt : mark.repaired
      let first = start.flatMap { start in
        answers[answers.firstIndexInOrder { $0.done > start }...].first { role.count == 1 || $0.sent >= start }
      }
      let isAlone = !marks.contains { other in
        other != mark && role.needs.contains(other.step.target.role)
          && other.hurt < first?.done ?? .max && other.repaired.map { $0 + Self.rest > mark.hurt } ?? true
      }
      return isAlone ? Recovery(harm: mark.step.harm, role: role, time: first.map { $0.done - (start ?? 0) }) : nil
    }
  }
}
