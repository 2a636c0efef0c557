import Platform

/// A chaos run: front-ends send requests and compare the answers with the catalogue, while every second a process of the fleet is killed, stopped
/// or restarted.
package struct ChaosRun {
  private let seed: UInt64
  private let seconds: Int
  private let folder: String
  private let logs: String?
  private let mayMount: Bool

  /// The time in which all outstanding requests must have ended: the longest deadline, and some more.
  private static let endLimit = Duration.seconds(20)

  /// - Parameters:
  ///   - folder: the folder of the executables.
  ///   - logs: a folder for the log files of the processes, which is created if it does not exist; `nil` discards them.
  ///   - mayMount: whether to fill the disk of the stores: mounts a tmpfs, which stays behind if this process is killed.
  package init(seed: UInt64, seconds: Int, executablesIn folder: String, logs: String? = nil, mayMount: Bool = false) {
    (self.seed, self.seconds, self.folder, self.logs, self.mayMount) = (seed, seconds, folder, logs, mayMount)
  }

  /// Runs for the given time, and about 20 seconds more. `report` is called with what happens, from time to time, and in the end with the
  /// figures. Returns whether no answer was wrong, no request was lost, no process ended by itself, and everything recovered in the end.
  package func run(report: (String) -> Void) throws(BenchmarkError) -> Bool {
    let bench = try Workbench(executablesIn: folder, rounds: 1)
    do { try Folder.create(bench.file("stores")) } catch { throw BenchmarkError("\(error)") }
    let disk = mayMount ? ChaosDisk(on: bench.file("stores"), of: bench) : nil
    let clock = ChaosClock(file: bench.file("clock"))
    var harms: [ChaosPlan.Harm] = [.kill, .stop, .restart]
    if disk != nil { harms.append(.fullDisk) }
    if clock != nil { harms.append(.clockJump) }
    report("Starting the processes")
    let fleet = try ChaosFleet(on: bench, logs: logs ?? bench.file("logs"), clock: clock)
    try fleet.beginFaults(until: .now + .seconds(seconds - ChaosPlan.calm))
    let clients = try ChaosClients(seed: seed)
    try clients.start(at: bench.bus)
    var schedule = ChaosSchedule(ChaosPlan(seed: seed, seconds: seconds, harms: harms), fleet, disk, clock)
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
      seed: seed, seconds: seconds, harms: harms, tally: clients.tally, marks: schedule.marks, skipped: schedule.skipped,
      defects: fleet.defects)
    report("\n\(figures.text)")
    return figures.isSuccess
  }
}
