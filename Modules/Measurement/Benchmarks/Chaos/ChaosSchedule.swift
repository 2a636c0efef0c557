import Platform

/// Performs the steps of a plan on a fleet, and their repairs, when they are due.
struct ChaosSchedule {
  private let fleet: ChaosFleet
  private let disk: ChaosDisk?
  private let clock: ChaosClock?
  private var steps: ArraySlice<ChaosPlan.Step>
  /// Repairs by the time in milliseconds since the start at which they are due, with the index of the mark.
  private var repairs: [(due: Int, mark: Int)] = []
  /// The failures so far.
  private(set) var marks: [ChaosTally.Mark] = []
  /// The number of steps left out because the process was still ending.
  private(set) var skipped = 0

  /// - Parameters:
  ///   - disk: needed for a plan in which a disk is full.
  ///   - clock: needed for a plan in which the clock jumps.
  init(_ plan: ChaosPlan, _ fleet: ChaosFleet, _ disk: ChaosDisk?, _ clock: ChaosClock?) {
    (self.fleet, self.disk, self.clock) = (fleet, disk, clock)
    steps = plan.steps[...]
  }

  /// Starts and ends the failures that are due. Must be called every few milliseconds.
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
    guard step.target.map(fleet.isRunning) ?? true else {
      skipped += 1
      return
    }
    marks.append(ChaosTally.Mark(step: step, hurt: SystemTime.microsecondsSinceBoot))
    switch (step.harm, step.target) {
    case (.kill, let target?): fleet.kill(target)
    case (.stop, let target?): fleet.stop(target)
    case (.restart, let target?): fleet.terminate(target)
    case (.fullDisk, _): disk?.fill()
    case (.clockJump, _): clock?.jump(by: step.jump)
    case (_, nil): break
    }
    if step.harm != .restart { repairs.append((elapsed + step.duration, marks.count - 1)) }
  }

  private mutating func repair(_ mark: Int) throws(BenchmarkError) {
    marks[mark].repaired = SystemTime.microsecondsSinceBoot
    switch (marks[mark].step.harm, marks[mark].step.target) {
    case (.kill, let target?): try fleet.start(target)
    case (.stop, let target?): fleet.resume(target)
    case (.fullDisk, _): disk?.free()
    case (.clockJump, _): clock?.jump(by: 0)
    case (.restart, _), (_, nil): break
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
