import Platform
import Synchronization
import TestSupport
import Testing

@testable import LoadTesting

struct LoadEngineTests {
  /// 100 requests per second, of which the first takes a second, through one connection. Request k is due after k/100 s and ends after one
  /// second, so those up to number 50 have waited half a second or more.
  @Test func `in an open loop, latency counts from the intended send time`() async throws {
    let clock = VirtualClock()
    let sender = ScriptedSender { call in
      if call == 0 { clock.advance(to: .seconds(1)) }
      return Answer(status: 200)
    }
    let plan = LoadPlan.test(.constant(100, for: .seconds(2))) { $0.outstanding = 1 }
    let measured = try await record(plan, sender, clock: clock.clock).measured
    #expect(measured.latency.count == 200)
    #expect(measured.latency.count(from: .milliseconds(500)) == 51)
    #expect(measured.service.count(from: .milliseconds(500)) == 1)
    #expect(measured.queueing.count(from: .milliseconds(500)) >= 50)
    #expect(measured.waited == 99)
  }

  /// The same target: a closed loop sends nothing while it waits, so it sees one slow request.
  @Test func `in a closed loop, a stall is one slow request`() async throws {
    let clock = VirtualClock()
    let sender = ScriptedSender { call in
      if call == 0 { clock.advance(to: .seconds(1)) }
      return Answer(status: 200)
    }
    let plan = LoadPlan.test(.closed(1)) { $0.requests = 200 }
    let measured = try await record(plan, sender, clock: clock.clock).measured
    #expect(measured.latency.count == 200)
    #expect(measured.latency.count(from: .milliseconds(500)) == 1)
    #expect(measured.queueing.distribution.maximum == 0)
  }

  @Test func `sends that the generator makes late are counted`() async throws {
    let clock = VirtualClock()
    // Released by each answer: the clock does not move before its time has been read.
    let (sends, gate) = AsyncStream.makeStream(of: Void.self)
    let sender = ScriptedSender(answered: { gate.yield() })
    let late = RunClock(
      now: { clock.now },
      sleep: { time in
        for await _ in sends { break }
        clock.advance(to: time + .milliseconds(5))
      },
      limit: clock.clock.limit)
    let measured = try await record(.test(.constant(10, for: .seconds(1))), sender, clock: late).measured
    #expect(measured.sent == 10)
    #expect(measured.missed == 9)
    #expect(measured.latestSend == .milliseconds(5))
    #expect(measured.waited == 0)
  }

  @Test func `answers are counted by status, failures by their reason, and redirects as errors`() async throws {
    let answers = [
      Answer(status: 200, cacheStatus: "holocron; hit; ttl=10", body: [1, 2, 3]), Answer(status: 200, cacheStatus: "holocron; fwd=miss"),
      Answer(status: 301), Answer(status: 503), Answer(failure: "deadline-exceeded"),
    ]
    let sender = ScriptedSender { answers[$0] }
    let plan = LoadPlan.test(.closed(1)) { $0.requests = 5 }
    let measured = try await record(plan, sender, clock: VirtualClock().clock).measured
    #expect(measured.statuses == ["200": 2, "301": 1, "503": 1, "deadline-exceeded": 1])
    #expect(measured.cacheStatuses == ["hit": 1, "miss": 1])
    #expect(measured.errors == 3)
    #expect(measured.answered == 4)
    #expect(measured.latency.count == 5)
    #expect(measured.bytes == 3)
    #expect(measured.examples.count == 3)
    #expect(measured.operations[.record]?.latency.count == 5)
    #expect(measured.operations[.record]?.errors == 3)
  }

  @Test func `unique keys may be unknown to the origin`() async throws {
    let plan = LoadPlan.test(.closed(2)) {
      $0.requests = 20
      $0.keys = .unique
    }
    let sender = ScriptedSender { _ in Answer(status: 404) }
    let measured = try await record(plan, sender, clock: VirtualClock().clock).measured
    #expect(measured.errors == 0)
    #expect(measured.statuses == ["404": 20])
    #expect(Set(sender.requested).count == 20)
  }

  @Test func `a body that differs is wrong and an error`() async throws {
    let sender = ScriptedSender { Answer(status: 200, body: [$0 == 7 ? 1 : 0]) }
    let plan = LoadPlan.test(.closed(1), target: .service("a")) {
      $0.requests = 10
      $0.template = RequestTemplate(service: "a", head: "GET /x")
    }
    let verifier = BodyVerifier(reference: "the first answer")
    let measured = try await record(plan, sender, clock: VirtualClock().clock, verifier: verifier).measured
    #expect(measured.verified == 9)
    #expect(measured.wrong == 1)
    #expect(measured.errors == 1)
    #expect(measured.examples == ["GET /x: the body differs from what was expected"])
  }

  @Test func `the number of requests ends a run`() async throws {
    for pacing in [LoadPlan.Pacing.constant(100, for: .milliseconds(580)), .closed(8)] {
      let plan = LoadPlan.test(pacing) { $0.requests = 57 }
      #expect(try await record(plan, ScriptedSender(), clock: VirtualClock().clock).measured.sent == 57)
    }
  }

  /// Through one connection that takes a second for each request, the schedule of two seconds is over after three requests and the second that
  /// the last may be late.
  @Test func `requests that wait at the end of the schedule are not sent`() async throws {
    let clock = VirtualClock()
    let sender = ScriptedSender { call in
      clock.advance(to: .seconds(call + 1))
      return Answer(status: 200)
    }
    let plan = LoadPlan.test(.constant(100, for: .seconds(2))) { $0.outstanding = 1 }
    let measured = try await record(plan, sender, clock: clock.clock).measured
    #expect(measured.sent + measured.withheld == 200)
    #expect((3...4).contains(measured.sent))
  }

  @Test func `the duration ends a closed loop, whose warm-up is apart`() async throws {
    let clock = VirtualClock()
    let sender = ScriptedSender { _ in
      clock.advance(by: .milliseconds(10))
      return Answer(status: 200)
    }
    let plan = LoadPlan.test(.closed(1)) {
      $0.duration = .seconds(1)
      $0.warmUp = .milliseconds(500)
    }
    let sample = try await record(plan, sender, clock: clock.clock)
    #expect(sample.warmUp.sent == 50)
    #expect(sample.measured.sent == 100)
  }

  @Test(arguments: [LoadPlan.Pacing.constant(100, for: .seconds(3_600)), .closed(4)])
  func `a cancelled run ends at once, and does not count what was outstanding`(pacing: LoadPlan.Pacing) async throws {
    let (started, signal) = AsyncStream.makeStream(of: Void.self)
    let sender = ScriptedSender { _ in
      signal.yield()
      try? await Task.sleep(for: .seconds(3_600))
      return Answer(failure: "cancelled")
    }
    let plan = LoadPlan.test(pacing) { $0.outstanding = 4 }
    let run = Task { try await record(plan, sender, clock: VirtualClock().clock) }
    for await _ in started { break }
    run.cancel()
    let measured = try await within(.testLimit, "the end of a cancelled run") { try await run.value }.measured
    #expect(measured.sent > 0)
    #expect(measured.latency.count == 0)
  }

  @Test(arguments: [LoadPlan.Pacing.constant(100, for: .milliseconds(500)), .closed(4)])
  func `the end waits for the last answers only so long, and says which had none`(pacing: LoadPlan.Pacing) async throws {
    let sender = ScriptedSender { _ in
      try? await Task.sleep(for: .seconds(3_600))
      return Answer(status: 200)
    }
    let plan = LoadPlan.test(pacing) {
      $0.outstanding = 4
      $0.timeout = .seconds(3_600)
      $0.drainLimit = .milliseconds(10)
      // Long enough to send something on a busy machine.
      if case .closed = pacing { $0.duration = .seconds(1) }
    }
    let real = RunClock.starting()
    let limits = Mutex<[Duration]>([])
    let watched = RunClock(now: real.now, sleep: real.sleep) { time in
      limits.withLock { $0.append(time) }
      try await real.limit(time)
    }
    let run = Task { try await record(plan, sender, clock: watched) }
    let measured = try await within(.testLimit, "the end of a run whose target hangs") { try await run.value }.measured
    // Though requests waited for a free slot after the end of the schedule.
    if case .open = pacing { #expect(limits.withLock { $0 }.last == .milliseconds(510)) }
    // On a busy machine, the schedule may end before all of them are sent.
    #expect((1...4).contains(measured.sent))
    #expect(measured.statuses == ["unanswered": measured.sent])
    #expect(measured.errors == measured.sent)
    #expect(measured.latency.count == measured.sent)
    #expect(measured.answered == 0)
  }

  /// A sender that answers before it returns must not nest the requests that follow.
  @Test func `answers that come at once do not exhaust the stack`() async throws {
    let plan = LoadPlan.test(.closed(1)) { $0.requests = 100_000 }
    let measured = try await record(plan, ImmediateSender(), clock: VirtualClock().clock).measured
    #expect(measured.latency.count == 100_000)
  }

  private struct ImmediateSender: RequestSender {
    func send(_ call: Call, lane: Int, completion: @escaping @Sendable (Answer) -> Void) { completion(Answer(status: 200)) }
    func close() async {}
  }
}
