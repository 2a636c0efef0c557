import Platform

/// A chaos run: front-ends send requests and compare the answers with the catalogue, while every second a process of the fleet is killed, stopped
/// or restarted.
package struct ChaosRun {
  private let seed: UInt64
  private let seconds: Int
  private let folder: String
  private let logs: String?

  /// The time in which all outstanding requests must have ended: the longest deadline, and some more.
  private static let endLimit = Duration.seconds(20)

  /// - Parameters:
  ///   - folder: the folder of the executables.
  ///   - logs: a folder for the log files of the processes, which is created if it does not exist; `nil` discards them.
  package init(seed: UInt64, seconds: Int, executablesIn folder: String, logs: String? = nil) {
    (self.seed, self.seconds, self.folder, self.logs) = (seed, seconds, folder, logs)
  }

  /// Runs for the given time, and about 20 seconds more. `report` is called with what happens, from time to time, and in the end with the
  /// figures. Returns whether no answer was wrong, no request was lost, no process ended by itself, and everything recovered in the end.
  package func run(report: (String) -> Void) throws -> Bool {
    let bench = try Workbench(executablesIn: folder, rounds: 1)
    try Folder.create(bench.file("stores"))
    report("Starting the processes")
    let fleet = try ChaosFleet(on: bench, logs: logs ?? bench.file("logs"))
    try fleet.beginFaults(until: .now + .seconds(seconds - ChaosPlan.calm))
    let clients = try ChaosClients(seed: seed)
    try clients.start(at: bench.bus)
    var schedule = ChaosSchedule(ChaosPlan(seed: seed, seconds: seconds), fleet)
    let start = ContinuousClock.now
    var nextReport = 10
    while case let elapsed = Int(start.duration(to: .now) / .milliseconds(1)), elapsed < seconds * 1_000 {
      try schedule.perform(at: elapsed)
      if elapsed >= nextReport * 1_000 {
        let tally = clients.tally
        let errors = tally.errors.values.reduce(0, +)
        report("\(nextReport) s: \(tally.requests) requests, \(tally.wrong) wrong, \(tally.lost) lost, \(errors) errors")
        nextReport += 10
      }
      _ = Polling.wait(for: [], within: .milliseconds(5))
    }
    clients.stop()
    try bench.wait(for: "the last answers", within: Self.endLimit) { clients.hasEnded ? () : nil }
    let figures = ChaosReport(
      seed: seed, seconds: seconds, tally: clients.tally, marks: schedule.marks, skipped: schedule.skipped,
      defects: fleet.defects)
    report("\n\(figures.text)")
    return figures.isSuccess
  }
}

/// Performs the steps of a plan on a fleet, and their repairs, when they are due.
private struct ChaosSchedule {
  private let fleet: ChaosFleet
  private var steps: ArraySlice<ChaosPlan.Step>
  /// Repairs by the time in milliseconds since the start at which they are due, with the index of the mark.
  private var repairs: [(due: Int, mark: Int)] = []
  /// The failures so far.
  private(set) var marks: [ChaosTally.Mark] = []
  /// The number of steps left out because the process was still ending.
  private(set) var skipped = 0

  init(_ plan: ChaosPlan, _ fleet: ChaosFleet) { (self.fleet, steps) = (fleet, plan.steps[...]) }

  /// Starts and ends the failures that are due. Must be called every few milliseconds.
  /// - Parameter elapsed: milliseconds since the start.
  mutating func perform(at elapsed: Int) throws {
    for target in fleet.endedProcesses() { try restart(target) }
    while let index = repairs.firstIndex(where: { $0.due <= elapsed }) { try repair(repairs.remove(at: index).mark) }
    while let step = steps.first, step.start <= elapsed {
      steps.removeFirst()
      hurt(step, at: elapsed)
    }
  }

  private mutating func hurt(_ step: ChaosPlan.Step, at elapsed: Int) {
    guard fleet.isRunning(step.target) else {
      skipped += 1
      return
    }
    marks.append(ChaosTally.Mark(step: step, hurt: SystemTime.microsecondsSinceBoot))
    switch step.harm {
    case .kill: fleet.kill(step.target)
    case .stop: fleet.stop(step.target)
    case .restart: fleet.terminate(step.target)
    }
    if step.harm != .restart { repairs.append((elapsed + step.duration, marks.count - 1)) }
  }

  private mutating func repair(_ mark: Int) throws {
    marks[mark].repaired = SystemTime.microsecondsSinceBoot
    let step = marks[mark].step
    if step.harm == .kill { try fleet.start(step.target) } else { fleet.resume(step.target) }
  }

  /// Starts a process again that has ended after SIGTERM, or by itself.
  private mutating func restart(_ target: ChaosTarget) throws {
    if let mark = marks.lastIndex(where: { $0.step.target == target && $0.repaired == nil }) {
      marks[mark].repaired = SystemTime.microsecondsSinceBoot
      repairs.removeAll { $0.mark == mark }
    }
    try fleet.start(target)
  }
}
