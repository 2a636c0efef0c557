import Catalogue
import Synchronization

@testable import LoadTesting

/// A clock that jumps: sleeping takes no time.
final class VirtualClock: Sendable {
  private let time = Mutex(Duration.zero)

  var now: Duration { time.withLock { $0 } }

  func advance(to later: Duration) { time.withLock { $0 = max($0, later) } }
  func advance(by duration: Duration) { time.withLock { $0 += duration } }

  var timeline: Timeline {
    Timeline(
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

  init(_ respond: @escaping @Sendable (_ call: Int) async -> Answer = { _ in Answer(status: 200) }) { self.respond = respond }

  /// What was requested.
  var requested: [String] { heads.withLock { $0 } }

  func send(_ call: Call, lane: Int, completion: @escaping @Sendable (Answer) -> Void) {
    heads.withLock { $0.append(call.payload.text) }
    let number = count.withLock { count in
      defer { count += 1 }
      return count
    }
    Task { completion(await respond(number)) }
  }

  func close() async {}
}

/// Runs an engine to its end and returns what it recorded.
func record(
  _ plan: LoadPlan, _ sender: some RequestSender, share: Share = .all, timeline: Timeline, verifier: BodyVerifier? = nil
) async throws -> Recorder.Sample {
  let recorder = Recorder(lanes: plan.frontEnds)
  let workload = try WorkloadBuilder(plan: plan, fileKeys: nil, catalogue: .standard, echoService: "load.echo.1").workload()
  let engine = LoadEngine(
    plan: plan, share: share, workload: workload, sender: sender, verifier: verifier, recorder: recorder, timeline: timeline)
  await engine.run()
  return recorder.take()
}

extension LoadPlan {
  static func test(_ pacing: Pacing, target: LoadTarget = .cache, change: (inout LoadPlan) -> Void = { _ in }) -> LoadPlan {
    var plan = LoadPlan(target: target, mix: .only(target.operations[0]), pacing: pacing, seed: 1)
    change(&plan)
    return plan
  }
}

extension LoadPlan.Pacing {
  static func constant(_ rate: Double, for duration: Duration) -> LoadPlan.Pacing {
    .open([Stage(rate, within: .zero), Stage(rate, within: duration)])
  }
}

extension LatencyHistogram {
  /// Returns the number of latencies of at least this duration.
  func count(from least: Duration) -> Int {
    let least = Int(least / .nanoseconds(1))
    return buckets.reduce(0) { $0 + ($1.nanoseconds >= least ? $1.count : 0) }
  }
}
