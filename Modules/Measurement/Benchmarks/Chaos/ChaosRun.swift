import LoadTesting
public import OrderedJSON
import Platform
import Synchronization

/// A chaos run: front-ends in several processes send requests and compare the answers with the catalogue, while every second a process of
/// the fleet is killed, stopped or restarted.
public struct ChaosRun {
  private let seed: UInt64
  private let seconds: Int
  private let folder: String
  private let logs: String?
  private let mayMount: Bool

  private static let clientProcesses = 4
  private static let frontEndsPerProcess = 4
  /// The time in which all outstanding requests must have ended: the longest deadline, and some more.
  private static let endLimit = Duration.seconds(20)

  /// - Parameters:
  ///   - folder: the folder of the executables.
  ///   - logs: a folder for the log files of the processes, which is created if it does not exist; `nil` discards them.
  ///   - mayMount: whether to fill the disk of the stores: mounts a tmpfs, which stays behind if this process is killed.
  public init(seed: UInt64, seconds: Int, executablesIn folder: String, logs: String? = nil, mayMount: Bool = false) {
    (self.seed, self.seconds, self.folder, self.logs, self.mayMount) = (seed, seconds, folder, logs, mayMount)
  }

  /// The figures of a run as text and as JSON, and whether it has succeeded.
  public struct Outcome: Sendable {
    public let text: String
    public let json: JSON
    /// Whether no answer was wrong, no request was lost, no process ended by itself, and everything recovered in the end.
    public let isSuccess: Bool
  }

  /// Runs for the given time, and about 20 seconds more. `report` is called with what happens, from time to time.
  public func run(report: (String) -> Void) throws(BenchmarkError) -> Outcome {
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
    let tally = Collector()
    let clients = try startClients(bench, tally)
    let plan = ChaosPlan(seed: seed, seconds: seconds, harms: harms)
    var schedule = ChaosSchedule(plan, fleet, disk, clock)
    let start = ContinuousClock.now
    var nextReport = 10
    while true {
      let elapsed = Int(start.duration(to: .now) / .milliseconds(1))
      try schedule.perform(at: elapsed)
      if let client = clients.first(where: { $0.endingIfAny() != nil }) {
        throw BenchmarkError("a client process has ended: \(client.endingIfAny().map { "\($0)" } ?? "")")
      }
      if elapsed >= nextReport * 1_000 {
        report("\(nextReport) s: \(tally.summary)")
        nextReport += 10
      }
      if elapsed >= seconds * 1_000 { break }
      _ = Polling.wait(for: [], within: .milliseconds(5))
    }
    for client in clients { try client.write(line: "stop") }
    try bench.wait(for: "the last answers", within: Self.endLimit) { tally.ended == clients.count ? () : nil }
    return ChaosReport(
      seed: seed, seconds: seconds, harms: harms, tally: tally.tally, marks: schedule.marks, skipped: schedule.skipped,
      defects: fleet.defects
    ).outcome
  }

  private func startClients(_ bench: Workbench, _ tally: Collector) throws(BenchmarkError) -> [ChildProcess] {
    var clients: [ChildProcess] = []
    for index in 0..<Self.clientProcesses {
      let client = try ChildProcess(
        [
          bench.program("holocron-bench"), "chaos-client", "--seed", String(seed), "--first", String(index * Self.frontEndsPerProcess),
          "--count", String(Self.frontEndsPerProcess),
        ], environment: bench.environment, isRead: true)
      clients.append(client)
      try client.readLines {
        tally.add($0)
      } end: {
        tally.end()
      }
    }
    return clients
  }

  /// Collects the lines of all client processes.
  private final class Collector: Sendable {
    private let state = Mutex((tally: ChaosTally(), ended: 0))

    var tally: ChaosTally { state.withLock { $0.tally } }
    /// The number of client processes that have written their last line.
    var ended: Int { state.withLock { $0.ended } }

    var summary: String {
      state.withLock { state in
        let errors = state.tally.errors.values.reduce(0, +)
        return "\(state.tally.requests) requests, \(state.tally.wrong) wrong, \(state.tally.lost) lost, \(errors) errors"
      }
    }

    func add(_ line: [UInt8]) {
      guard let sample = ChaosSample(line: String(decoding: line, as: UTF8.self)) else { return }
      state.withLock { $0.tally.add(sample) }
    }

    func end() { state.withLock { $0.ended += 1 } }
  }
}
