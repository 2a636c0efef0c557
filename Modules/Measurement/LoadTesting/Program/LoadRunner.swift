import MessageBus
import Platform
import Presentation

/// Runs a plan once.
struct LoadRunner: Sendable {
  let address: BusAddress?
  /// The name of the echo service of this process.
  let echoService: String
  let stop: StopSignal
  /// Standard error, for the live view; `nil` shows none.
  let live: Surface?

  func run(_ plan: LoadPlan) async throws(Problem) -> FinishedRun {
    let note = WaitingNote(surface: live)
    let setup = try await stop.running { () async throws(Problem) -> LoadSetup in
      try await note.showing { () async throws(Problem) -> LoadSetup in try await LoadSetup(plan, at: address, echoService: echoService) }
    }
    let display = live.flatMap { try? LiveDisplay(on: $0) }
    let monitor = RunMonitor(plan: plan, stop: stop, display: display)
    let (started, used) = (SystemTime.seconds, ProcessorTime.now)
    let engine = setup.engine()
    let collected = try await stop.running { () async throws(Problem) in await monitor.run(engine) }
    let share = ProcessorTime.now.busiestShare(since: used, of: engine.clock.now())
    await display?.close()
    await setup.close()
    return FinishedRun(
      collected: collected, started: started, stopped: stop.reason, reference: setup.verifier?.reference, processorShare: share)
  }
}

/// What a run measured.
struct FinishedRun: Sendable {
  let collected: IntervalCollector
  /// Seconds since 1970.
  let started: Int
  /// Why the run ended before its time; `nil` if it did not.
  var stopped: StopSignal.Reason?
  /// What bodies were compared with; `nil` if they were not.
  let reference: String?
  /// See ``LoadReport/Generator/processorShare``.
  let processorShare: Double?

  func figures(_ plan: LoadPlan) -> RunFigures {
    RunFigures(collected.total, seconds: plan.seconds(until: collected.end, isCompleted: stopped == nil))
  }
}
