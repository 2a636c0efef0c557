import LoadTesting

/// What happens to which process in each second of a chaos run. Depends on the arguments only.
struct ChaosPlan: Sendable, Hashable {
  /// The ways in which processes are hurt.
  enum Harm: String, Sendable, Hashable, CaseIterable {
    /// SIGKILL, then a start after the duration of the step.
    case kill
    /// SIGSTOP, then SIGCONT after the duration of the step.
    case stop
    /// SIGTERM, then a start as soon as the process has ended.
    case restart

    /// The shares of the kinds in a run.
    fileprivate var weight: Int {
      switch self {
      case .kill: 9
      case .stop: 5
      case .restart: 4
      }
    }
  }

  struct Step: Sendable, Hashable {
    /// Milliseconds since the start of the run.
    let start: Int
    let harm: Harm
    let target: ChaosTarget
    /// Milliseconds from ``start`` to the repair; 0 for a restart, which takes as long as the process does.
    let duration: Int

    var end: Int { start + duration }
  }

  /// In the order of their starts.
  let steps: [Step]

  /// Nothing is hurt in the last seconds, in which everything recovers.
  static let calm = 12
  /// Milliseconds for which a process is left alone after its repair, to see its recovery.
  private static let rest = 1_500

  init(seed: UInt64, seconds: Int) {
    let lots = Harm.allCases.flatMap { Array(repeating: $0, count: $0.weight) }
    var steps: [Step] = []
    var busyUntil: [ChaosTarget: Int] = [:]
    for second in 0..<max(0, seconds - Self.calm) {
      var random = RandomStream(seed: seed, request: second)
      let start = second * 1_000 + random.index(below: 500)
      let harm = lots[random.index(below: lots.count)]
      let free = ChaosTarget.all.filter { busyUntil[$0, default: 0] <= start }
      guard !free.isEmpty else { continue }
      let target = free[random.index(below: free.count)]
      let range = Self.durations(of: harm, target.role)
      let step = Step(start: start, harm: harm, target: target, duration: range.lowerBound + random.index(below: range.count))
      busyUntil[target] = step.end + Self.rest
      steps.append(step)
    }
    self.steps = steps
  }

  /// A worker that is stopped for more than two seconds counts as dead. The broker alone would be an outage of that length.
  private static func durations(of harm: Harm, _ role: ChaosTarget.Role) -> ClosedRange<Int> {
    switch harm {
    case .kill: 20...600
    case .stop: role == .broker ? 50...1_500 : 50...3_500
    case .restart: 0...0
    }
  }
}

/// A process that a chaos run hurts.
struct ChaosTarget: Sendable, Hashable, CustomStringConvertible {
  enum Role: String, Sendable, Hashable, CaseIterable {
    case broker, cache, fetcher, search, origin

    /// The number of processes.
    var count: Int {
      switch self {
      case .broker, .search, .origin: 1
      case .cache: 2
      case .fetcher: 3
      }
    }

    /// The roles whose processes an answer needs that shows the recovery of this role.
    var needs: Set<Role> {
      switch self {
      case .broker: [.broker]
      case .cache: [.broker, .cache]
      case .fetcher, .origin: [.broker, .cache, .fetcher, .origin]
      case .search: [.broker, .search]
      }
    }
  }

  let role: Role
  /// 1 or more.
  let number: Int

  /// All processes of a run, in the order in which they start.
  static let all: [ChaosTarget] = Role.allCases.flatMap { role in (1...role.count).map { ChaosTarget(role: role, number: $0) } }

  /// `cache-2`, or `broker` if there is only one.
  var description: String { role.count == 1 ? role.rawValue : "\(role.rawValue)-\(number)" }
}
