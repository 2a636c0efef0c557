import Synchronization

/// Sends the requests of a run, and records what becomes of them.
///
/// There is no task for each request: answers are recorded, and the next requests of a closed loop are sent, on the thread on which the answer
/// arrives. A task would cost as much as the rest.
final class LoadEngine: Sendable {
  let plan: LoadPlan
  let clock: RunClock
  let recorder = Recorder()
  private let workload: Workload
  private let sender: any RequestSender
  /// `nil` if bodies are not compared.
  private let verifier: BodyVerifier?
  private let outstanding: OutstandingRequests

  init(plan: LoadPlan, workload: Workload, sender: any RequestSender, verifier: BodyVerifier?, clock: RunClock = .starting()) {
    self.plan = plan
    self.workload = workload
    self.sender = sender
    self.verifier = verifier
    self.clock = clock
    outstanding = OutstandingRequests(plan.outstandingLimit)
  }

  /// Returns once everything was sent and has ended, or ``LoadPlan/drain`` after the last request was sent; requests without an answer are
  /// recorded as failed then. Cancelling the task ends the run at once; requests that are outstanding then are not recorded. Call once.
  func run() async {
    await withTaskCancellationHandler {
      await withTaskGroup(of: Void.self) { group in
        if let latest = plan.latestSend {
          group.addTask { [outstanding, clock] in
            // A target that never answers keeps all places.
            if (try? await clock.limit(latest)) != nil { outstanding.close() }
          }
        }
        switch plan.pacing {
        case .open: await runOpen()
        case .closed(let count): await runClosed(count)
        }
        group.cancelAll()
      }
      await drain()
    } onCancel: {
      outstanding.abandon()
    }
  }

  /// Waits for the last answers, but not for ever.
  private func drain() async {
    let isOver = await withTaskGroup(of: Bool.self) { group in
      // `--drain` counts from the end of the schedule, after which requests may have waited a moment longer for a place.
      let latest = (plan.drainLimit == nil ? clock.now() : min(clock.now(), plan.end ?? clock.now())) + plan.drain
      group.addTask { [outstanding, clock] in
        guard (try? await clock.limit(latest)) != nil else { return false }
        outstanding.abandon()
        return true
      }
      await outstanding.drain()
      group.cancelAll()
      return await group.next() ?? false
    }
    guard isOver else { return }
    let now = clock.now()
    for request in outstanding.takeAll() { record(request, Answer(failure: LoadReport.unanswered), ended: now) }
  }

  // MARK: Open loop

  /// Sends each request at its time, whether or not earlier ones have ended. If as many as allowed are outstanding, requests wait, and their
  /// latency counts from the time at which they were due; at the end of the schedule, those that still wait are not sent.
  private func runOpen() async {
    let profile = plan.profile
    let warmUpRequests = plan.warmUpRequests
    let last = plan.requests.map { min(profile.count, warmUpRequests + $0) } ?? profile.count
    let latest = plan.latestSend
    for (number, due) in SendTimes(profile) {
      guard number < last else { return }
      if clock.now() < due { guard (try? await clock.sleep(due)) != nil else { return } }
      let since = await outstanding.acquire()
      guard !Task.isCancelled, !outstanding.isAbandoned else { return }
      let possible = max(due, since ?? due)
      guard since != nil, latest.map({ clock.now() <= $0 }) ?? true else {
        // The others are due as well, and nothing gets better. Without a free place, the target is to blame.
        let isWithheld = possible > due || (since == nil && outstanding.isFull)
        if since != nil { outstanding.release(at: clock.now()) }
        if isWithheld { recorder.record(isWarmUp: false) { $0.withheld += last - number } }
        return
      }
      send(number, intended: due, possible: possible, isWarmUp: number < warmUpRequests) { [outstanding] in outstanding.release(at: $0) }
    }
  }

  // MARK: Closed loop

  /// Keeps `count` requests outstanding: each is sent when one has ended. Returns when one of them has none that follows.
  private func runClosed(_ count: Int) async {
    let loop = ClosedLoop(measured: plan.requests ?? .max)
    for _ in 0..<count {
      guard await outstanding.acquire() != nil else { return }
      advance(Turn(), loop)
    }
    if await outstanding.acquire() != nil { outstanding.release(at: clock.now()) }
  }

  /// What the requests of a closed loop share.
  private final class ClosedLoop: Sendable {
    private let started = Atomic(0)
    private let measuredStarted = Atomic(0)
    private let limit: Int

    /// - Parameter measured: the number of requests after the warm-up.
    init(measured: Int) { limit = measured }

    /// Returns the number of the next request; `nil` if there are no more.
    func next(isWarmUp: Bool) -> Int? {
      if !isWarmUp, measuredStarted.add(1, ordering: .relaxed).oldValue >= limit { return nil }
      return started.add(1, ordering: .relaxed).oldValue
    }
  }

  /// Who sends the request that follows: the sender may answer before it returns, and answers must not nest.
  private final class Turn: Sendable {
    private enum State: Int, AtomicRepresentable { case sending, sent, answered }
    private let state = Atomic(State.sending)

    func begin() { state.store(.sending, ordering: .releasing) }
    /// Returns whether the answer has arrived already, so that the sender goes on.
    func didSend() -> Bool { state.exchange(.sent, ordering: .acquiringAndReleasing) == .answered }
    /// Returns whether the sender has returned, so that the one who answers goes on.
    func didAnswer() -> Bool { state.exchange(.answered, ordering: .acquiringAndReleasing) == .sent }
  }

  private func advance(_ turn: Turn, _ loop: ClosedLoop) {
    repeat {
      let now = clock.now()
      let isOver = outstanding.isAbandoned || plan.end.map { now >= $0 } ?? false
      guard !isOver, let next = loop.next(isWarmUp: now < plan.warmUp) else { return outstanding.release(at: now) }
      turn.begin()
      send(next, intended: nil, possible: now, isWarmUp: now < plan.warmUp) { [self] _ in
        if turn.didAnswer() { advance(turn, loop) }
      }
    } while turn.didSend()
  }

  // MARK: One request

  /// Sends a request and records what becomes of it. Then calls `completion` with the time at which it ended, unless the run has ended before.
  ///
  /// - Parameter intended: when the request is due; `nil` if it is due as soon as it is sent.
  private func send(
    _ number: Int, intended: Duration?, possible: Duration, isWarmUp: Bool, completion: @escaping @Sendable (Duration) -> Void
  ) {
    let call = workload.call(number)
    recorder.record(isWarmUp: isWarmUp) { $0.sent += 1 }
    let sent = clock.now()
    let request = OutstandingRequests.Pending(
      call: call, intended: intended ?? sent, possible: intended == nil ? sent : possible, sent: sent, isWarmUp: isWarmUp)
    outstanding.add(request, number)
    sender.send(call, lane: number) { [self] answer in
      let ended = clock.now()
      guard let request = outstanding.take(number) else { return }
      record(request, answer, ended: ended)
      completion(ended)
    }
  }

  private func record(_ request: OutstandingRequests.Pending, _ answer: Answer, ended: Duration) {
    let timing = RequestTiming(intended: request.intended, possible: request.possible, sent: request.sent, ended: ended)
    let isCompared = answer.status == 200 && !request.isWarmUp
    let finding = isCompared ? verifier?.check(request.call, answer) ?? .nothingToCompare : .nothingToCompare
    recorder.record(isWarmUp: request.isWarmUp) {
      $0.add(request.call, answer, timing, finding, acceptsRedirects: plan.acceptsRedirects)
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
