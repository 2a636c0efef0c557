import Contracts
import MessageBus
import Platform
import Presentation
import Synchronization

/// Runs a plan once.
struct LoadRunner: Sendable {
  let address: BusAddress?
  /// The name of the echo service of this process.
  let echoService: String
  let stop: StopSignal
  /// Standard error, for the live view; `nil` shows none.
  let live: Surface?

  func run(_ plan: LoadPlan) async throws(Problem) -> FinishedRun {
    let display = live.map { LiveDisplay(on: $0) }
    defer { display?.close() }
    let setup = try await stop.running { () async throws(Problem) in try await LoadSetup(plan, at: address, echoService: echoService) }
    let monitor = RunMonitor(plan: plan, stop: stop, display: display)
    let (started, used) = (SystemTime.seconds, ProcessorTime.now)
    let engine = setup.engine()
    let collected = try await stop.running { () async throws(Problem) in await monitor.run(engine) }
    let share = ProcessorTime.now.busiestShare(since: used, of: engine.clock.now())
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

/// Ends a run before its time. The first reason counts.
final class StopSignal: Sendable {
  enum Reason: Sendable, Hashable {
    /// By SIGINT or SIGTERM.
    case interrupted(Signal)
    /// By `--abort-if`, with a sentence that says why.
    case aborted(String)
  }

  /// The reason, and what cancels the current work.
  private let state = Mutex<(reason: Reason?, cancel: @Sendable () -> Void)>((nil, {}))

  /// `nil` while nothing asked for the end.
  var reason: Reason? { state.withLock { $0.reason } }

  func request(_ reason: Reason) {
    let cancel = state.withLock { state in
      state.reason = state.reason ?? reason
      return state.cancel
    }
    cancel()
  }

  /// Returns what `body` returns. Cancels it when the end is requested, and returns when it has ended.
  func running<Value: Sendable>(_ body: @escaping @Sendable () async throws(Problem) -> Value) async throws(Problem) -> Value {
    let task = Task<Result<Value, Problem>, Never> {
      do throws(Problem) { return .success(try await body()) } catch { return .failure(error) }
    }
    let isOver = state.withLock { state in
      state.cancel = { task.cancel() }
      return state.reason != nil
    }
    if isOver { task.cancel() }
    return try await task.value.get()
  }
}
