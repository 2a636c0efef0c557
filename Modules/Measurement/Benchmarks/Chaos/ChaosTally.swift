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

  /// When a right answer was requested and when it arrived.
  private struct Answer: Sendable {
    let sent, done: Int64
  }

  /// A form of requests in numbers.
  struct Counts: Sendable, Hashable {
    var requests = 0
    var right = 0
    /// Microseconds of the slowest right answer.
    var slowest: Int64 = 0
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
  /// Right answers by the role that they need apart from the broker.
  private var answers: [ChaosTarget.Role: [Answer]] = [:]
  /// When requests were sent that failed, and what the errors say. Deadlines below ``fairLimit`` do not count: a busy machine misses them.
  private var failures: [(time: Int64, text: String)] = []

  /// The least deadline of ``cached`` and of failures that count, in milliseconds.
  static let fairLimit = 5_000
  private static let detailCount = 10

  var requests: Int { forms.values.reduce(0) { $0 + $1.requests } }
  var right: Int { forms.values.reduce(0) { $0 + $1.right } }

  mutating func add(_ sample: ChaosSample) {
    let isFair = sample.form.isCached && sample.limit >= Self.fairLimit
    forms[sample.form, default: Counts()].requests += 1
    if isFair { cached.requests += 1 }
    switch sample.outcome {
    case .right:
      forms[sample.form, default: Counts()].right += 1
      let slowest = max(forms[sample.form, default: Counts()].slowest, sample.done - sample.sent)
      forms[sample.form, default: Counts()].slowest = slowest
      if isFair {
        cached.right += 1
        cached.slowest = max(cached.slowest, sample.done - sample.sent)
      }
      answers[sample.form.role, default: []].append(Answer(sent: sample.sent, done: sample.done))
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

  /// How a failure was overcome.
  struct Recovery: Sendable, Hashable {
    let harm: ChaosPlan.Harm
    let role: ChaosTarget.Role
    /// Microseconds to the first right answer that needed the process; `nil` if there was none.
    ///
    /// For a role with one process: from its repair, to the first answer after that. For a role with several processes: from the signal, to
    /// the first answer to a request that was sent after it.
    let time: Int64?
    /// Microseconds of the slowest right answer to a request that needed the role and was outstanding when the process was hurt.
    let slowest: Int64?
    /// Whether no other process that the answer needs was hurt meanwhile, or repaired within the 1.5 s before.
    var isAlone = true
  }

  /// Microseconds after its repair for which a process may still be recovering.
  private static let rest: Int64 = 1_500_000

  /// Returns the recoveries of the roles of `marks`. Failures of all processes at once have none.
  func recoveries(from marks: [Mark]) -> [Recovery] {
    var sorted: [ChaosTarget.Role: [Answer]] = answers
    sorted[.broker] = Array(answers.values.joined())
    // A right answer of a fetcher needs the origin, too.
    sorted[.origin] = answers[.fetcher]
    for role in ChaosTarget.Role.allCases { sorted[role]?.sort { $0.done < $1.done } }
    return marks.compactMap { mark in
      guard let role = mark.step.target?.role else { return nil }
      let answers = sorted[role] ?? []
      let later = answers[Self.firstIndex(in: answers, doneAfter: mark.hurt)...]
      let time: Int64?
      if role.count > 1 {
        time = later.first { $0.sent >= mark.hurt }.map { $0.done - mark.hurt }
      } else {
        time = mark.repaired.flatMap { repaired in later.first { $0.done >= repaired }.map { $0.done - repaired } }
      }
      // Answers are ordered by their ends, and no deadline is longer than 10 s.
      let outstanding = later.prefix { $0.done - mark.hurt < 12_000_000 }.filter { $0.sent <= mark.hurt }
      let end = time.map { $0 + (role.count > 1 ? mark.hurt : mark.repaired ?? mark.hurt) } ?? .max
      let isAlone = !marks.contains { other in
        other != mark && other.step.target.map { role.needs.contains($0.role) } == true
          && other.hurt < end && other.repaired.map { $0 + Self.rest > mark.hurt } ?? true
      }
      return Recovery(
        harm: mark.step.harm, role: role, time: time, slowest: outstanding.map { $0.done - $0.sent }.max(), isAlone: isAlone)
    }
  }

  private static func firstIndex(in answers: [Answer], doneAfter time: Int64) -> Int {
    var (low, high) = (0, answers.count)
    while low < high {
      let middle = (low + high) / 2
      if answers[middle].done > time { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
