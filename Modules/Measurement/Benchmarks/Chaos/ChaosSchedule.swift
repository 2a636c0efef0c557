import Platform

/// Performs the steps of a plan on a fleet, and their repairs, when they are due.
struct ChaosSchedule {
  private let fleet: ChaosFleet
  private var steps: ArraySlice<ChaosPlan.Step>
  /// Repairs by the time in milliseconds since the start at which they are due, with the index of the mark.
  private var repairs: [(due: Int, mark: Int)] = []
  /// What has happened.
  private(set) var marks: [ChaosTally.Mark] = []
  /// The number of steps left out because the process was still ending.
  private(set) var skipped = 0

  init(_ plan: ChaosPlan, _ fleet: ChaosFleet) {
    self.fleet = fleet
    steps = plan.steps[...]
  }

  /// Performs what is due. Call it every few milliseconds.
  /// - Parameter elapsed: milliseconds since the start.
  mutating func perform(at elapsed: Int) throws(BenchmarkError) {
    for target in fleet.endedProcesses() { try restart(target) }
    while let index = repairs.firstIndex(where: { $0.due <= elapsed }) { try repair(repairs.remove(at: index).mark) }
    while let step = steps.first, step.start <= elapsed {
      steps.removeFirst()
      hurt(step, at: elapsed)
    }
  }

  private mutating func hurt(_ step: ChaosPlan.Step, at elapsed: Int) {
    guard let target = step.target, fleet.isRunning(target) else {
      skipped += 1
      return
    }
    marks.append(ChaosTally.Mark(step: step, hurt: SystemTime.microsecondsSinceBoot))
    switch step.harm {
    case .kill: fleet.kill(target)
    case .stop: fleet.stop(target)
    case .restart: fleet.terminate(target)
    case .fullDisk, .clockJump: break
    }
    if step.harm != .restart { repairs.append((elapsed + step.duration, marks.count - 1)) }
  }

  private mutating func repair(_ mark: Int) throws(BenchmarkError) {
    guard let target = marks[mark].step.target else { return }
    marks[mark].repaired = SystemTime.microsecondsSinceBoot
    switch marks[mark].step.harm {
    case .kill: try fleet.start(target)
    case .stop: fleet.resume(target)
    case .restart, .fullDisk, .clockJump: break
    }
  }

  /// Starts a process again that has ended after SIGTERM, or by itself.
  private mutating func restart(_ target: ChaosTarget) throws(BenchmarkError) {
    if let mark = marks.lastIndex(where: { $0.step.target == target && $0.repaired == nil }) {
      marks[mark].repaired = SystemTime.microsecondsSinceBoot
      repairs.removeAll { $0.mark == mark }
    }
    try fleet.start(target)
  }
}
