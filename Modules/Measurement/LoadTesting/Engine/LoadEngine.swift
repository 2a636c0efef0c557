import Synchronization

/// Sends the requests of a run, or of one process's share of it, and records what becomes of them.
struct LoadEngine: Sendable {
  let plan: LoadPlan
  let share: Share
  let workload: Workload
  let sender: any RequestSender
  /// `nil` if bodies are not compared.
  let verifier: BodyVerifier?
  let recorder: Recorder
  let timeline: Timeline

  /// Returns once everything was sent and has ended. Cancelling the task ends the run at once; requests that are outstanding then are not
  /// recorded.
  func run() async {
    switch plan.pacing {
    case .open: await runOpen()
    case .closed(let outstanding): await runClosed(share.part(of: outstanding))
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
    let slots = OutstandingSlots(plan.outstandingLimit)
    await withDiscardingTaskGroup { group in
      for (number, due) in SendTimes(profile, share: share) {
        guard number < last else { break }
        if timeline.now() < due { guard (try? await timeline.sleep(due)) != nil else { break } }
        let possible = max(due, await slots.acquire())
        guard !Task.isCancelled else { break }
        if let latest, timeline.now() > latest {
          // The others are due as well, and nothing gets better. Without a free slot, the target is to blame.
          if possible > due { recorder.recordWithheld((last - number - 1) / share.count + 1) }
          break
        }
        group.addTask {
          slots.release(at: await send(number, intended: due, possible: possible, isWarmUp: number < warmUpRequests))
        }
      }
    }
  }

  // MARK: Closed loop

  /// Keeps `outstanding` requests outstanding: each is sent when one has ended.
  private func runClosed(_ outstanding: Int) async {
    let (started, measured) = (Counter(), Counter())
    let limit = plan.requests.map(share.part) ?? .max
    await withDiscardingTaskGroup { group in
      for _ in 0..<outstanding {
        group.addTask {
          while !Task.isCancelled {
            let now = timeline.now()
            if let end = plan.end, now >= end { return }
            let isWarmUp = now < plan.warmUp
            if !isWarmUp, measured.next() >= limit { return }
            _ = await send(share.index + started.next() * share.count, intended: nil, possible: now, isWarmUp: isWarmUp)
          }
        }
      }
    }
  }

  private final class Counter: Sendable {
    private let value = Atomic(0)
    func next() -> Int { value.add(1, ordering: .relaxed).oldValue }
  }

  // MARK: One request

  /// Sends a request and records what becomes of it. Returns the time at which it ended.
  ///
  /// - Parameter intended: when the request is due; `nil` if it is due as soon as it is sent.
  private func send(_ number: Int, intended: Duration?, possible: Duration, isWarmUp: Bool) async -> Duration {
    let lane = number / share.count
    let call = workload.call(number)
    recorder.recordSend(lane: lane, isWarmUp: isWarmUp)
    let sent = timeline.now()
    let answer = await sender.send(call, lane: lane)
    let ended = timeline.now()
    guard !Task.isCancelled else { return ended }
    let timing = RequestTiming(
      intended: intended ?? sent, possible: intended == nil ? sent : possible, sent: sent, ended: ended)
    recorder.record(outcome(of: call, answer, timing, isWarmUp: isWarmUp), lane: lane, isWarmUp: isWarmUp)
    return ended
  }

  private func outcome(of call: Call, _ answer: Answer, _ timing: RequestTiming, isWarmUp: Bool) -> RequestOutcome {
    var outcome = RequestOutcome(operation: call.key.operation, timing: timing, status: answer.status.map(String.init) ?? answer.failure)
    outcome.cacheStatus = answer.cacheStatus.map(CacheStatusLabel.label)
    outcome.byteCount = answer.body.count
    guard let status = answer.status else {
      (outcome.isAnswered, outcome.isError) = (false, true)
      outcome.example = "\(call.payload.text): \(answer.failure)"
      return outcome
    }
    // No origin knows unique keys.
    outcome.isError = status >= 400 && !(status == 404 && call.isUnique)
    if outcome.isError { outcome.example = "\(call.payload.text): status \(status)" }
    guard status == 200, !isWarmUp, let verifier else { return outcome }
    switch verifier.check(call, answer.body) {
    case .nothingToCompare: break
    case .right: outcome.isVerified = true
    case .wrong:
      (outcome.isVerified, outcome.isWrong, outcome.isError) = (true, true, true)
      outcome.example = "\(call.payload.text): the body differs from \(verifier.reference)"
    }
    return outcome
  }
}
