import Models
import Platform
import Synchronization

@testable import LoadTesting

/// A clock that jumps: sleeping takes no time.
final class VirtualClock: Sendable {
  private let time = Mutex(Duration.zero)

  var now: Duration { time.withLock { $0 } }

  func advance(to later: Duration) { time.withLock { $0 = max($0, later) } }
  func advance(by duration: Duration) { time.withLock { $0 += duration } }

  var clock: RunClock {
    RunClock(
      now: { self.now },
      sleep: { time in
        try Task.checkCancellation()
        self.advance(to: time)
      },
      // Whatever a limit is for, nothing takes time here.
      limit: { _ in try await Task.sleep(for: .seconds(3_600)) })
  }
}

/// Answers from a function, which gets the number of the call.
final class ScriptedSender: RequestSender {
  private let count = Mutex(0)
  private let heads = Mutex<[String]>([])
  private let respond: @Sendable (_ call: Int) async -> Answer

  private let answered: @Sendable () -> Void

  /// Calls `answered` after each answer has been taken.
  init(
    _ respond: @escaping @Sendable (_ call: Int) async -> Answer = { _ in Answer(status: 200) },
    answered: @escaping @Sendable () -> Void = {}
  ) {
    (self.respond, self.answered) = (respond, answered)
  }

  /// What was requested.
  var requested: [String] { heads.withLock { $0 } }

  func send(_ call: Call, lane: Int, completion: @escaping @Sendable (Answer) -> Void) {
    heads.withLock { $0.append(call.payload.text) }
    let number = count.withLock { count in
      defer { count += 1 }
      return count
    }
    Task {
      completion(await respond(number))
      answered()
    }
  }

  func close() async {}
}

/// Runs an engine to its end and returns what it recorded.
func record(
  _ plan: LoadPlan, _ sender: some RequestSender, clock: RunClock, verifier: BodyVerifier? = nil
) async throws -> LoadEngine.Sample {
  let workload = try WorkloadBuilder(plan: plan, catalogue: .standard, echoService: "load.echo.1").workload()
  let engine = LoadEngine(plan: plan, workload: workload, sender: sender, verifier: verifier, clock: clock)
  await engine.run()
  return engine.take()
}

extension LoadPlan {
  static func test(_ pacing: Pacing, target: LoadTarget = .cache, change: (inout LoadPlan) -> Void = { _ in }) -> LoadPlan {
    var plan = LoadPlan(target: target, mix: .only(target.operations[0]), pacing: pacing, seed: 1)
    change(&plan)
    return plan
  }
}

extension DurationHistogram {
  /// Returns the number of latencies of at least this duration.
  func count(from least: Duration) -> Int {
    distribution.buckets.reduce(0) { $0 + ($1.value >= least.nanoseconds ? $1.count : 0) }
  }
}

extension Measurements {
  /// Adds a request of a record that took this long.
  mutating func add(_ duration: Duration, _ answer: Answer = Answer(status: 200), delay: Duration = .zero, waited: Duration = .zero) {
    let call = Call(
      key: Call.Key(operation: .record, index: 0), payload: .http("http://a/"), isUnique: false)
    sent += 1
    add(call, answer, RequestTiming(intended: .zero, possible: waited, sent: waited + delay, ended: duration))
  }
}

extension FinishedRun {
  /// A run that measured this in one piece.
  static func test(_ plan: LoadPlan, _ measured: Measurements, from start: Duration = .zero, to end: Duration) -> FinishedRun {
    var collector = IntervalCollector(plan)
    collector.add(LoadEngine.Sample(), until: start)
    collector.add(LoadEngine.Sample(measured: measured), until: end)
    collector.finish()
    return FinishedRun(collected: collector, started: 0, reference: "the catalogue", processorShare: 0.5)
  }
}
