import LoadReports
import Synchronization

/// Sends the requests of a run, or of one process's share of it, and records what becomes of them.
///
/// There is no task for each request: answers are recorded, and the next requests of a closed loop are sent, on the thread on which the answer
/// arrives. A task would cost as much as the rest.
final class LoadEngine: Sendable {
  let plan: LoadPlan
  let timeline: Timeline
  let recorder: Recorder
  private let share: Share
  private let workload: Workload
  private let sender: any RequestSender
  private let judge: AnswerJudge
  private let slots: OutstandingSlots

  /// - Parameter verifier: `nil` if bodies are not compared.
  init(
    plan: LoadPlan, share: Share, workload: Workload, sender: any RequestSender, verifier: BodyVerifier?, recorder: Recorder,
    timeline: Timeline
  ) {
    self.plan = plan
    self.share = share
    self.workload = workload
    self.sender = sender
    self.recorder = recorder
    self.timeline = timeline
    judge = AnswerJudge(verifier: verifier, acceptsRedirects: plan.acceptsRedirects)
    let limit = if case .closed(let outstanding) = plan.pacing { share.part(of: outstanding) } else { plan.outstandingLimit }
    slots = OutstandingSlots(limit)
  }

  /// Returns once everything was sent and has ended, or ``LoadPlan/drain`` after the last request was sent; requests without an answer are
  /// recorded as failed then. Cancelling the task ends the run at once; requests that are outstanding then are not recorded. Call once.
  func run() async {
    await withTaskCancellationHandler {
      await withTaskGroup(of: Void.self) { group in
        if let latest = plan.latestSend {
          group.addTask { [slots, timeline] in
            // A target that never answers keeps all slots.
            if (try? await timeline.limit(latest)) != nil { slots.close() }
          }
        }
        switch plan.pacing {
        case .open: await runOpen()
        case .closed(let outstanding): await runClosed(share.part(of: outstanding))
        }
        group.cancelAll()
      }
      await drain()
    } onCancel: {
      slots.abandon()
    }
  }

  /// Waits for the last answers, but not for ever.
  private func drain() async {
    let isOver = await withTaskGroup(of: Bool.self) { group in
      // `--drain` counts from the end of the schedule, after which requests may have waited a moment longer for a slot.
      let latest = (plan.drainLimit == nil ? timeline.now() : min(timeline.now(), plan.end ?? timeline.now())) + plan.drain
      group.addTask { [slots, timeline] in
        guard (try? await timeline.limit(latest)) != nil else { return false }
        slots.abandon()
        return true
      }
      await slots.drain()
      group.cancelAll()
      return await group.next() ?? false
    }
    guard isOver else { return }
    let now = timeline.now()
    for slot in slots.all {
      guard let request = slot.take() else { continue }
      record(request, Answer(failure: LoadReport.unanswered), ended: now)
    }
  }

  // MARK: Open loop

  /// Sends each request at its time, whether or not earlier ones have ended. If as many as allowed are outstanding, requests wait, and their
  /// latency counts from the time at which they were due; at the end of the schedule, those that still wait are not sent.
  private func runOpen() async {
    let profile = plan.profile
    let warmUpRequests = plan.warmUpRequests
    let last = plan.requests.map { min(profile.count, warmUpRequests + $0) } ?? profile.count
    let latest = plan.latestSend
    for (number, due) in SendTimes(profile, share: share) {
      guard number < last else { return }
      if timeline.now() < due { guard (try? await timeline.sleep(due)) != nil else { return } }
      let acquired = await slots.acquire()
      guard !Task.isCancelled, !slots.isAbandoned else { return }
      let possible = max(due, acquired?.since ?? due)
      guard let slot = acquired?.slot, latest.map({ timeline.now() <= $0 }) ?? true else {
        // The others are due as well, and nothing gets better. Without a free slot, the target is to blame.
        let isWithheld = possible > due || (acquired == nil && slots.isFull)
        if let slot = acquired?.slot { slots.release(slot, at: timeline.now()) }
        if isWithheld { recorder.recordWithheld((last - number - 1) / share.count + 1) }
        return
      }
      send(number, in: slot, intended: due, possible: possible, isWarmUp: number < warmUpRequests) { [slots] ended in
        slots.release(slot, at: ended)
      }
    }
  }

  // MARK: Closed loop

  /// Keeps `outstanding` requests outstanding: each is sent when one has ended. Returns when one of them has none that follows.
  private func runClosed(_ outstanding: Int) async {
    let loop = ClosedLoop(measured: plan.requests.map(share.part) ?? .max)
    for _ in 0..<outstanding {
      guard let slot = await slots.acquire()?.slot else { return }
      advance(slot, Turn(), loop)
    }
    if let slot = await slots.acquire()?.slot { slots.release(slot, at: timeline.now()) }
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

  private func advance(_ slot: Slot, _ turn: Turn, _ loop: ClosedLoop) {
    repeat {
      let now = timeline.now()
      let isOver = slots.isAbandoned || plan.end.map { now >= $0 } ?? false
      guard !isOver, let next = loop.next(isWarmUp: now < plan.warmUp) else { return slots.release(slot, at: now) }
      turn.begin()
      send(share.index + next * share.count, in: slot, intended: nil, possible: now, isWarmUp: now < plan.warmUp) { [self] _ in
        if turn.didAnswer() { advance(slot, turn, loop) }
      }
    } while turn.didSend()
  }

  // MARK: One request

  /// Sends a request and records what becomes of it. Then calls `completion` with the time at which it ended, unless the run has ended before.
  ///
  /// - Parameter intended: when the request is due; `nil` if it is due as soon as it is sent.
  private func send(
    _ number: Int, in slot: Slot, intended: Duration?, possible: Duration, isWarmUp: Bool,
    completion: @escaping @Sendable (Duration) -> Void
  ) {
    let lane = number / share.count
    let call = workload.call(number)
    recorder.recordSend(lane: lane, isWarmUp: isWarmUp)
    let sent = timeline.now()
    slot.put(
      Slot.Pending(
        call: call, intended: intended ?? sent, possible: intended == nil ? sent : possible, sent: sent, isWarmUp: isWarmUp, lane: lane))
    sender.send(call, lane: lane) { [self] answer in
      let ended = timeline.now()
      guard !slots.isAbandoned, let request = slot.take() else { return }
      record(request, answer, ended: ended)
      completion(ended)
    }
  }

  private func record(_ request: Slot.Pending, _ answer: Answer, ended: Duration) {
    let timing = RequestTiming(intended: request.intended, possible: request.possible, sent: request.sent, ended: ended)
    let outcome = judge.outcome(of: request.call, answer, timing, isWarmUp: request.isWarmUp)
    recorder.record(outcome, lane: request.lane, isWarmUp: request.isWarmUp)
  }
}
