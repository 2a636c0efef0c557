import MessageBus
import Platform
import TestSupport
import Testing

@testable import Benchmarks

struct ChaosPlanTests {
  private func plan(seed: UInt64 = 1, seconds: Int = 308) -> ChaosPlan { ChaosPlan(seed: seed, seconds: seconds) }

  @Test func `a seed gives the same plan again, and another seed another one`() {
    #expect(plan() == plan())
    #expect(plan() != plan(seed: 2))
  }

  @Test func `a longer run begins like a shorter one`() {
    let (short, long) = (plan(seconds: 68), plan())
    #expect(Array(long.steps.prefix(short.steps.count)) == short.steps)
    #expect(short.steps.count <= 60 && short.steps.count > 50)
  }

  @Test func `every process is hurt in each of its ways`() {
    let steps = plan(seconds: 1_008).steps
    for target in ChaosTarget.all {
      for harm in ChaosPlan.Harm.allCases { #expect(steps.contains { $0.target == target && $0.harm == harm }) }
    }
  }

  @Test func `a process is left alone until it has been repaired`() {
    var last: [ChaosTarget: ChaosPlan.Step] = [:]
    for step in plan(seconds: 1_008).steps {
      if let earlier = last[step.target] { #expect(step.start > earlier.end) }
      last[step.target] = step
      #expect(step.end < 1_008_000 - 3_000)
    }
  }
}

struct ChaosTallyTests {
  private func sample(
    _ form: ChaosRequest.Form, _ outcome: ChaosSample.Outcome = .right, limit: Int = 5_000, from sent: Int64 = 0, to done: Int64 = 1
  ) -> ChaosSample { ChaosSample(form: form, limit: limit, sent: sent, done: done, outcome: outcome) }

  private func mark(
    _ harm: ChaosPlan.Harm, _ role: ChaosTarget.Role, hurt: Int64, repaired: Int64?
  ) -> ChaosTally.Mark {
    let step = ChaosPlan.Step(start: 0, harm: harm, target: ChaosTarget(role: role, number: 1), duration: 1)
    return ChaosTally.Mark(step: step, hurt: hurt, repaired: repaired)
  }

  private func tally(_ samples: [ChaosSample]) -> ChaosTally {
    var tally = ChaosTally()
    for sample in samples { tally.add(sample) }
    return tally
  }

  @Test func `outcomes are counted`() {
    let tally = tally([
      sample(.record), sample(.list, .wrong("GET /people")), sample(.search, .lost),
      sample(.fetch, .failed("502 origin", detail: "reset"), from: 9, to: 9), sample(.fetch, .failed("502 origin"), to: 9),
    ])
    #expect((tally.requests, tally.right, tally.wrong, tally.lost) == (5, 1, 1, 1))
    #expect(tally.errors == ["502 origin": 2])
    #expect(tally.details == ["wrong: list GET /people", "lost: search with a deadline of 5000 ms"])
    #expect(tally.failures(after: 8) == ["fetch, 5000 ms, after 0 ms: 502 origin: reset"])
  }

  @Test func `only requests for cached data with a long deadline must be answered`() {
    let tally = tally([
      sample(.record), sample(.names, .failed("504 deadline")), sample(.lookup, .failed("504 deadline"), limit: 2_000),
      sample(.revalidation, .failed("502 origin")), sample(.search, .failed("503 no-worker")), sample(.list, limit: 10_000),
    ])
    #expect((tally.cached.requests, tally.cached.right) == (3, 2))
    #expect(tally.cachedErrors == ["504 deadline": 1])
  }

  @Test func `the longest time without a right answer counts all roles`() {
    #expect(
      tally([sample(.record, to: 100), sample(.search, to: 40), sample(.fetch, to: 70), sample(.list, .lost, to: 90)]).longestGap == 30)
    #expect(tally([]).longestGap == 0)
  }

  /// The first sample was requested before, the second one needs another process.
  @Test func `a role of several processes recovers with the first answer to a request after the signal`() {
    let tally = tally([sample(.record, from: 90, to: 110), sample(.search, from: 101, to: 102), sample(.list, from: 105, to: 130)])
    let recoveries = tally.recoveries(from: [mark(.kill, .cache, hurt: 100, repaired: 200)])
    #expect(recoveries == [ChaosTally.Recovery(harm: .kill, role: .cache, time: 30)])
  }

  @Test(
    arguments: [(.search, 200, 50), (.broker, 200, 2), (.origin, 200, nil), (.fetcher, nil, nil)] as [(ChaosTarget.Role, Int64?, Int64?)])
  func `a role of one process recovers with the first answer after the repair, if there is one`(
    role: ChaosTarget.Role, repaired: Int64?, time: Int64?
  ) {
    let tally = tally([
      sample(.search, from: 90, to: 101), sample(.search, from: 95, to: 250), sample(.record, from: 201, to: 202),
      sample(.fetch, from: 1, to: 2),
    ])
    let recoveries = tally.recoveries(from: [mark(.stop, role, hurt: 100, repaired: repaired)])
    #expect(recoveries == [ChaosTally.Recovery(harm: .stop, role: role, time: time)])
  }

  @Test(
    arguments: [
      (.origin, 120, 125, false), (.broker, 50, 60, false), (.fetcher, 90, nil, false), (.search, 120, 125, true),
      (.origin, 131, 140, true), (.origin, -1_500_000, -1_499_900, true), (.origin, -1_500_000, -1_499_899, false),
    ] as [(ChaosTarget.Role, Int64, Int64?, Bool)])
  func `a recovery counts unless another process that the answer needs was hurt`(
    role: ChaosTarget.Role, hurt: Int64, repaired: Int64?, isAlone: Bool
  ) {
    let marks = [mark(.kill, .fetcher, hurt: 100, repaired: 200), mark(.stop, role, hurt: hurt, repaired: repaired)]
    let recoveries = tally([sample(.fetch, from: 110, to: 130)]).recoveries(from: marks)
    #expect(recoveries.contains { $0.harm == .kill } == isAlone)
  }

  @Test(arguments: [(130, ""), (2_000_000, ", MISSED")] as [(Int64, String)]) func `a bar is judged by the recoveries`(
    done: Int64, verdict: String
  ) {
    let report = ChaosReport(
      seed: 1, seconds: 1, tally: tally([sample(.fetch, from: 110, to: done)]),
      marks: [mark(.kill, .fetcher, hurt: 100, repaired: 200)], skipped: 0, defects: [])
    let fetcher = report.text.split(separator: "\n").first { $0.hasPrefix("kill fetcher:") }
    #expect(fetcher?.hasSuffix(" (bar: max < 1000\(verdict))") == true, "\(fetcher ?? "")")
  }

  @Test(arguments: [503, 429]) func `an error that admits a failure is not wrong`(status: Int) {
    let problem = Problem(status, "a title", type: "urn:holocron:no-worker")
    #expect(ChaosRequest.outcome(of: problem) == .failed("\(status) no-worker", detail: "a title"))
    #expect(ChaosRequest.outcome(of: Problem(404, "not found")) == .wrong("404 not found"), "the records that are requested exist")
  }
}
