import Synchronization

/// Sends the requests of a run, and records what becomes of them.
///
/// No request has a task: answers are recorded, and the next requests of a closed loop are sent, on the threads on which answers arrive.
final class LoadEngine: Sendable {
  /// What was recorded since it was last taken.
  struct Sample: Sendable {
    /// Requests whose intended send time belongs to the warm-up.
    var warmUp = Measurements()
    var measured = Measurements()
  }

  /// A request without an answer.
  private struct Pending {
    let timing: RequestTiming
    let isWarmUp: Bool
  }

  private struct Waiter {
    /// Waits until fewer requests are outstanding.
    let limit: Int
    /// Whether the end of sending ends the wait, too.
    let untilClosed: Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var sample = Sample()
    /// By number.
    var pending: [Int: Pending] = [:]
    /// When a request ended while as many as allowed were outstanding, the last time.
    var freeSince = Duration.zero
    /// Nothing more is sent.
    var isClosed = false
    var waiter: Waiter?
    /// Requests of a closed loop, and those after the warm-up.
    var (started, measuredStarted) = (0, 0)
    /// Whether a thread sends requests of a closed loop. It also sends ``unsent``, those that other threads or early answers add meanwhile.
    var isSending = false
    var unsent: [Int] = []

    mutating func add(_ number: Int, _ timing: RequestTiming, isWarmUp: Bool) {
      pending[number] = Pending(timing: timing, isWarmUp: isWarmUp)
      if isWarmUp { sample.warmUp.sent += 1 } else { sample.measured.sent += 1 }
    }

    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      guard let waiter, pending.count < waiter.limit || (isClosed && waiter.untilClosed) else { return nil }
      self.waiter = nil
      return waiter.continuation
    }
  }

  let plan: LoadPlan
  let clock: RunClock
  private let workload: Workload
  private let sender: any RequestSender
  /// `nil` if bodies are not compared.
  private let verifier: BodyVerifier?
  private let isClosedLoop: Bool
  private let end: Duration?
  private let state = Mutex(State())

  init(plan: LoadPlan, workload: Workload, sender: any RequestSender, verifier: BodyVerifier?, clock: RunClock = .starting()) {
    (self.plan, self.workload, self.sender, self.verifier, self.clock) = (plan, workload, sender, verifier, clock)
    isClosedLoop = if case .closed = plan.pacing { true } else { false }
    end = plan.end
  }

  /// Returns once everything was sent and has ended, or ``LoadPlan/drain`` after the last request was sent; requests without an answer are
  /// recorded as failed then. Cancelling the task ends the run at once; requests that are outstanding then are not recorded. Call once.
  func run() async {
    await withTaskCancellationHandler {
      // A target that never answers would keep all places.
      await limited(to: plan.latestSend, close) {
        switch plan.pacing {
        case .open: await sendOpen()
        case .closed(let count): await sendClosed(count)
        }
      }
      close()
      // `--drain` counts from the end of the schedule, after which requests may have waited a moment longer for a place.
      let now = clock.now()
      await limited(to: (plan.drainLimit == nil ? now : min(now, end ?? now)) + plan.drain, giveUp) { await wait(below: 1) }
    } onCancel: {
      change { ($0.isClosed, $0.pending) = (true, [:]) }
    }
  }

  /// Removes and returns everything recorded since the last call.
  func take() -> Sample {
    change { state in
      defer { state.sample = Sample() }
      return state.sample
    }
  }

  private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
    let (value, waiter) = state.withLock { (body(&$0), $0.takeWaiter()) }
    waiter?.resume()
    return value
  }

  /// Only one task waits at a time.
  private func wait(below limit: Int, untilClosed: Bool = false) async {
    await withCheckedContinuation { continuation in
      change { $0.waiter = Waiter(limit: limit, untilClosed: untilClosed, continuation: continuation) }
    }
  }

  /// Calls `expire` if `body` has not returned at a time.
  private func limited(to time: Duration?, _ expire: @escaping @Sendable () -> Void, _ body: () async -> Void) async {
    let timer = time.map { time in Task { [clock] in if (try? await clock.limit(time)) != nil { expire() } } }
    await body()
    timer?.cancel()
  }

  private func close() { change { $0.isClosed = true } }

  /// Records requests without an answer as failed.
  private func giveUp() {
    let now = clock.now()
    change { state in
      for (number, request) in state.pending {
        record(request, workload.call(number), Answer(failure: LoadReport.unanswered), .nothingToCompare, now, &state)
      }
      state.pending = [:]
    }
  }

  /// Sends each request of an open loop at its time, whether or not earlier ones have ended. If as many as allowed are outstanding, requests wait,
  /// and their latency counts from the time at which they were due; at the end of the schedule, those that still wait are not sent.
  private func sendOpen() async {
    let (profile, warmUpRequests, limit) = (plan.profile, plan.warmUpRequests, plan.outstandingLimit)
    let last = plan.requests.map { min(profile.count, warmUpRequests + $0) } ?? profile.count
    let latest = plan.latestSend
    for (number, due) in SendTimes(profile) {
      guard number < last else { return }
      if clock.now() < due, (try? await clock.sleep(due)) == nil { return }
      await wait(below: limit, untilClosed: true)
      guard !Task.isCancelled else { return }
      let now = clock.now()
      let isStarted = change { state in
        let possible = max(due, state.freeSince)
        guard !state.isClosed, latest.map({ now <= $0 }) ?? true else {
          // The others are due as well, and nothing gets better. Without a free place, the target is to blame.
          if possible > due || state.pending.count >= limit { state.sample.measured.withheld += last - number }
          return false
        }
        state.add(number, RequestTiming(intended: due, possible: possible, sent: now), isWarmUp: number < warmUpRequests)
        return true
      }
      guard isStarted else { return }
      send(number)
    }
  }

  /// Keeps `count` requests outstanding: each is sent when one has ended.
  private func sendClosed(_ count: Int) async {
    for _ in 0..<count { if let number = change({ startNext(&$0) }) { send(number) } }
    await wait(below: 1, untilClosed: true)
  }

  /// Starts the next request of a closed loop. Returns its number if this thread has to send it.
  private func startNext(_ state: inout State) -> Int? {
    let now = clock.now()
    let isWarmUp = now < plan.warmUp
    guard !state.isClosed, end.map({ now < $0 }) ?? true, isWarmUp || state.measuredStarted < plan.requests ?? .max else { return nil }
    let number = state.started
    state.started += 1
    if !isWarmUp { state.measuredStarted += 1 }
    state.add(number, RequestTiming(intended: now, possible: now, sent: now), isWarmUp: isWarmUp)
    guard !state.isSending else {
      state.unsent.append(number)
      return nil
    }
    state.isSending = true
    return number
  }

  /// Sends a request, then those that have become due meanwhile: a sender may answer before it returns, and answers must not nest.
  private func send(_ first: Int) {
    var next: Int? = first
    while let number = next {
      let call = workload.call(number)
      sender.send(call, lane: number) { [self] in end(number, call, $0) }
      next =
        !isClosedLoop
        ? nil
        : change { state in
          let next = state.unsent.popLast()
          state.isSending = next != nil
          return next
        }
    }
  }

  private func end(_ number: Int, _ call: Call, _ answer: Answer) {
    let ended = clock.now()
    let finding = answer.status == 200 ? verifier?.check(call, answer) ?? .nothingToCompare : .nothingToCompare
    let next: Int? = change { state in
      let isFull = state.pending.count >= plan.outstandingLimit
      // Nothing is recorded after the end of the run.
      guard let request = state.pending.removeValue(forKey: number) else { return nil }
      record(request, call, answer, finding, ended, &state)
      if isClosedLoop { return startNext(&state) }
      if isFull { state.freeSince = max(state.freeSince, ended) }
      return nil
    }
    if let next { send(next) }
  }

  private func record(
    _ request: Pending, _ call: Call, _ answer: Answer, _ finding: BodyVerifier.Finding, _ ended: Duration, _ state: inout State
  ) {
    var timing = request.timing
    timing.ended = ended
    if request.isWarmUp {
      state.sample.warmUp.add(call, answer, timing, finding)
    } else {
      state.sample.measured.add(call, answer, timing, finding)
    }
  }
}

/// The clock of a run: time since its start. Tests replace it.
struct RunClock: Sendable {
  let now: @Sendable () -> Duration
  /// Returns at this time, or at once if it has passed. Throws if the task is cancelled.
  let sleep: @Sendable (_ until: Duration) async throws -> Void
  /// The same for times by which something else should have happened.
  let limit: @Sendable (_ until: Duration) async throws -> Void

  /// Returns a clock that starts at `start` by the continuous clock.
  static func starting(at start: ContinuousClock.Instant = .now) -> RunClock {
    RunClock(
      now: { start.duration(to: .now) },
      sleep: { time in try await Task.sleep(until: start + time, tolerance: .zero, clock: .continuous) },
      limit: { time in try await Task.sleep(until: start + time, clock: .continuous) })
  }
}
