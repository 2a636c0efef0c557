import Console
import MessageBus
import Presentation
import Testing
import Text

@testable import LoadTesting

struct LoadPlanTests {
  private static func plan(_ words: [String]) throws(Problem) -> LoadPlan {
    try LoadPlan(try Arguments(words, options: LoadOptions.all))
  }

  private static func plan(_ line: String) throws(Problem) -> LoadPlan { try plan(line.split(separator: " ").map(String.init)) }

  @Test func `options set the plan, and defaults what they leave open`() throws {
    let plain = try Self.plan("cache")
    #expect(plain.pacing == .constant(100, for: .seconds(10)))
    #expect((plain.profile.count, plain.mix, plain.keys, plain.end) == (1_000, .only(.record), .uniform, .seconds(10)))
    #expect(plain.isVerified)
    let plan = try Self.plan(
      "fetch --stages 100:10s,0:5s --warm-up 2s --mix record=80,search=20 --zipf 1.1 --front-ends 4 --no-verify --seed 7"
        + " --fail-if p99>5ms --fail-if errors>1%,wrong>0 --abort-if errors>50% --report a.html --report b.csv,c.json"
        + " --timeout 2s --outstanding 10")
    #expect(plan.pacing == .open([Stage(100, within: .seconds(10)), Stage(0, within: .seconds(5))]))
    #expect((plan.end, plan.warmUpRequests, plan.outstandingLimit, plan.seed) == (.seconds(17), 200, 40, 7))
    #expect(plan.mix == Mix("record=80,search=20"))
    #expect((plan.keys, plan.timeout) == (.zipf(1.1), .seconds(2)))
    #expect(!plan.isVerified)
    #expect(plan.failIf.map(\.text) == ["p99>5ms", "errors>1%", "wrong>0"])
    #expect(plan.abortIf.map(\.text) == ["errors>50%"])
    #expect(plan.reports.map(\.path) == ["a.html", "b.csv", "c.json"])
    #expect(plan.reports.map(\.form) == [.html, .csv, .json])
    #expect(try Self.plan("echo --search-limit --slo p99<5ms --slo errors<1%").slo.map(\.text) == ["p99<5ms", "errors<1%"])
  }

  @Test(
    arguments: [
      ("cache --rate 5", "cache --rate 5 --seed SEED"), ("--rate 5 -- cache", "--rate 5 --seed SEED -- cache"),
      ("cache --seed 7", "cache --seed 7"), ("cache --seed=7", "cache --seed=7"), ("cache --keys unique", "cache --keys unique"),
      ("echo", "echo"),
    ])
  func `the command to repeat a run has the seed if keys depend on it`(line: String, repeated: String) throws {
    let plan = try Self.plan(line)
    let words = plan.repeatable(line.split(separator: " ").map(String.init))
    #expect(words.joined(separator: " ") == repeated.replacing("SEED", with: "\(plan.seed)"))
  }

  @Test(arguments: [
    ("cache --rate 20 --duration 1s", true, 951, 1.0), ("cache --rate 20 --duration 1s", true, 3_000, 1),
    ("cache --rate 20 --requests 20", true, 951, 1), ("cache --rate 20 --requests 10 --duration 1s --warm-up 500ms", true, 751, 0.251),
    ("cache --closed 2 --duration 1s", true, 1_200, 1.2),
    // A run that is stopped has rates for its own time, but not for the wait at its end.
    ("cache --rate 20 --duration 1s", false, 500, 0.5), ("cache --rate 20 --duration 1s", false, 3_000, 1),
  ])
  func `rates refer to the time of the plan`(line: String, isCompleted: Bool, end: Int, seconds: Double) throws {
    #expect(try Self.plan(line).seconds(until: .milliseconds(end), isCompleted: isCompleted) == seconds)
  }

  @Test func `a number of requests ends a run without a duration`() throws {
    #expect(try Self.plan("cache --rate 10 --requests 50").profile.count >= 50)
    let closed = try Self.plan("cache --closed 4 --requests 50")
    #expect(closed.duration == nil)
    #expect(closed.end == nil)
    #expect(try Self.plan("cache --closed 4").duration == .seconds(10))
  }

  @Test func `the asked rate is that of the last second, also a moment after the end`() throws {
    let short = try Self.plan("cache --rate 100 --duration 100ms")
    let long = try Self.plan("cache --rate 100 --duration 10s")
    for (plan, times) in [(short, [50, 100, 240]), (long, [500, 5_000, 10_000, 10_240])] {
      for time in times {
        let rate = try #require(plan.askedRate(at: .milliseconds(time)))
        #expect(abs(rate - 100) < 1e-6, "\(time) ms")
      }
    }
    #expect(long.askedRate(at: .zero) == 0)
    #expect(try Self.plan("cache --closed 4 --duration 10s").askedRate(at: .seconds(5)) == nil)
  }

  @Test(arguments: [
    ("", "missing target"), ("cash", "unknown target 'cash'"), ("cache fetch", "unexpected argument 'fetch'"),
    ("cache --rate x", "invalid value 'x' for --rate"), ("cache --rate 0", "invalid value '0' for --rate"),
    ("cache --stages 100", "invalid value '100' for --stages"), ("cache --duration 10", "invalid value '10' for --duration"),
    ("cache --rate 5 --closed 2", "--rate and --closed cannot be combined"),
    ("cache --stages 5:5s --duration 5s", "--stages sets the duration"),
    ("cache --zipf 1.1 --keys unique", "--keys and --zipf cannot be combined"), ("cache --keys odd", "invalid value 'odd' for --keys"),
    ("cache --mix record", "invalid value 'record' for --mix"), ("echo --mix list=1", "the target echo has no operation 'list'"),
    ("cache --fail-if p99", "invalid value 'p99' for --fail-if"), ("cache --search-limit", "--search-limit needs --slo"),
    ("cache --slo p99<5ms", "--slo is for --search-limit"),
    ("cache --search-limit --slo p99<5ms --closed 4", "--search-limit and --closed cannot be combined"),
    ("cache --report a.pdf", "invalid value 'a.pdf' for --report"), ("service", "the target service needs a NAME"),
    ("service a", "the target service needs --head"), ("service a --head x", "invalid value 'x' for --head"),
    ("cache --head x", "--head is for the target service"), ("http", "the target http needs a URL"),
    ("http localhost", "'localhost' has no scheme"), ("cache --mix list=1 --keys-from f", "lists have no keys from a file"),
    ("echo --keys-from f", "the target echo has no keys"), ("echo --zipf 1.1", "the target echo has no keys"),
    ("http http://127.0.0.1/ --keys unique", "the request has no key"),
    ("cache --bogus", "unknown option --bogus"),
  ])
  func `an invalid command line says what is wrong`(line: String, message: String) {
    let problem = #expect(throws: Problem.self) { try Self.plan(line) }
    #expect(problem?.detail?.hasPrefix(message) == true, "\(problem?.detail ?? "no detail")")
    #expect(problem?.status == 400)
  }

  @Test func `the help names every option and target`() {
    let help = HelpPage.text(on: .file).text
    for option in LoadOptions.all { #expect(help.contains("--\(option.name)")) }
    for target in ["fetch", "cache", "search", "echo", "service NAME", "http URL"] {
      #expect(help.contains("\n  \(target)"))
    }
  }
}
