import Launch
import LoadReports
import MessageBus
import Platform
import Presentation
import Synchronization

/// Runs a plan once, in this process or in several.
struct LoadRunner: Sendable {
  /// The command line without the name of the program, for the processes of a run.
  let words: [String]
  let address: BusAddress?
  let echoService: String
  let stop: StopSignal
  /// Standard error, for the live view; `nil` shows none.
  let live: Surface?

  func run(_ plan: LoadPlan) async throws(Problem) -> FinishedRun {
    // A connection of this process tells, before anything is measured, whether the target answers.
    let note = WaitingNote(surface: live)
    let setup = try await stop.running { () async throws(Problem) -> LoadSetup in
      try await note.showing { () async throws(Problem) -> LoadSetup in try await LoadSetup(plan, at: address, echoService: echoService) }
    }
    let display = live.flatMap { try? LiveDisplay(on: $0) }
    let monitor = RunMonitor(plan, stop: stop, display: display)
    let started = SystemTime.seconds
    var outcome = Result<Double?, Problem>.success(nil)
    if plan.processes > 1 {
      do throws(Problem) { outcome = .success(try await runProcesses(plan, monitor)) } catch { outcome = .failure(error) }
    } else {
      outcome = .success(await runHere(setup, monitor))
    }
    await display?.close()
    await setup.close()
    return FinishedRun(
      collected: monitor.result, started: started, ending: ending, reference: setup.reference, processorShare: try outcome.get(),
      steadyRate: monitor.steadyRate)
  }

  /// How what has run so far ended.
  var ending: LoadReport.Ending {
    switch stop.reason {
    case nil: .completed
    case .interrupted: .interrupted
    case .aborted(let reason): .aborted(reason)
    }
  }

  private func runHere(_ setup: LoadSetup, _ monitor: RunMonitor) async -> Double? {
    let used = ProcessorTime.now
    let timeline = Timeline.starting()
    let engine = setup.engine(.all, Recorder(lanes: setup.plan.frontEnds), timeline)
    await stop.running { await LoadSampler(engine: engine) { monitor.add($0, from: 0) }.run() }
    monitor.finish(0)
    return ProcessorTime.now.busiestShare(since: used, of: timeline.now())
  }

  private func runProcesses(_ plan: LoadPlan, _ monitor: RunMonitor) async throws(Problem) -> Double? {
    guard let executable = Executables(environment: .process).find(LoadProgram.name) else {
      throw Problem(
        500, "cannot start the processes of the run", detail: "\(LoadProgram.name) is neither next to this program nor on PATH; install it")
    }
    // The last value of a repeated option counts, and no option may follow two dashes.
    let end = words.firstIndex(of: "--") ?? words.endIndex
    var own = Array(words[..<end])
    own += ["--seed", String(plan.seed), "--echo-service", echoService] + Self.rate(of: plan)
    if let copy = plan.keyCopy { own += ["--keys-from", copy] }
    own += words[end...]
    let fleet = try WorkerFleet(executable, own, count: plan.processes, monitor)
    let result = Mutex<Result<Double?, Problem>>(.success(nil))
    await stop.running {
      do throws(Problem) {
        let share = try await fleet.run()
        result.withLock { $0 = .success(share) }
      } catch { result.withLock { $0 = .failure(error) } }
    }
    return try result.withLock { $0 }.get()
  }

  /// The options for the rate of a trial of `--search-limit`.
  private static func rate(of plan: LoadPlan) -> [String] {
    guard plan.searchesLimit, case .open(let stages) = plan.pacing, let rate = stages.last?.rate else { return [] }
    return ["--rate", "\(rate)"]
  }
}
