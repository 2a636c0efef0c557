import Testing
import Text

@testable import LoadTesting

struct ComparisonTests {
  private func compare(_ old: LoadReport, _ new: LoadReport, _ limits: String = "") -> Comparison {
    Comparison(old, new, names: ("a.json", "b.json"), limits: RegressionLimit.list(limits) ?? [])
  }

  private let fast = SampleReports.noisy(typical: 100, seed: 1)
  private let slow = SampleReports.noisy(typical: 150, seed: 1)

  /// As if the last answers had come ten seconds after the end of the plan.
  @Test func `a rate refers to the time of the plan`() throws {
    var late = fast
    late.seconds = 20
    let row = try #require(compare(fast, late).rows.first { $0.metric == .rate })
    #expect((row.old, row.new, row.change) == (100, 150, 0.5))
  }

  @Test func `a slower run crosses its limits, and a faster one keeps them`() throws {
    let slower = compare(fast, slow, "p50=10%,mean=10%,p50=60%,p97=10%,rate=0%")
    #expect(slower.decisions.map(\.outcome) == [.crossed, .crossed, .kept, .crossed, .kept])
    #expect(slower.isRegression && !slower.isUnclear)
    #expect(slower.decisions[0].text == "crossed, +50.0 %")
    #expect(slower.rows.last?.metric == .percentile(97))
    #expect(!compare(slow, fast, "p50=0%,mean=0%").isRegression)
    #expect(compare(fast, fast, "p99=0%,rate=0%").rows.allSatisfy { $0.change == 0 })
  }

  @Test func `a lower rate is worse, and more errors are a difference of shares`() throws {
    var lower = SampleReports.noisy(typical: 100, seed: 1, errors: 2)
    lower.seconds = 40
    let comparison = compare(fast, lower, "errors=1%,errors=2.5%,rate=20%,rate=30%")
    #expect(comparison.decisions.map(\.outcome) == [.crossed, .kept, .crossed, .kept])
    #expect(comparison.decisions[0].text == "crossed, +2.00 points")
  }

  @Test func `empty runs are unclear`() {
    let comparison = compare(SampleReports.empty, SampleReports.empty, "p50=10%,rate=1%,errors=1%")
    #expect(comparison.decisions.allSatisfy { $0.outcome == .unclear })
    #expect(comparison.isUnclear && !comparison.isRegression)
    let text = comparison.text().text
    #expect(text.contains("p50=10%: unclear, no values\n"))
    #expect(text.contains("note: a.json is of a run that was interrupted\n"))
  }

  @Test func `runs of another kind, with other options, or of a slow generator are named`() {
    var (old, other) = (fast, fast)
    old.options = [.init(name: "--mix", value: "record=80,list=20"), .init(name: "--seed", value: "1"), .init(name: "--size", value: "64")]
    other.options = [.init(name: "--mix", value: "record=1"), .init(name: "--seed", value: "2"), .init(name: "--no-verify", value: "")]
    other.target.name = "cache"
    other.outstanding = 64
    other.stages = []
    other.ending = .interrupted
    other.machine.cores = 8
    other.generator.missed = 500
    #expect(
      compare(old, other).differences == [
        "the target differs: echo and cache", "the kind of loop differs: open loop and closed loop of 64",
        "the plan differs: to 100/s in 30 s and none", "the number of cores differs: unknown and 8",
        "the option --mix differs: record=80,list=20 and record=1", "the option --size differs: 64 and not given",
        "the option --no-verify differs: not given and given", "b.json is of a run that was interrupted",
        "the generator was the bottleneck of b.json",
      ])
    #expect(compare(fast, slow).differences.isEmpty)
  }

  @Test func `a comparison is a table with its limits`() {
    let comparison = compare(fast, slow, "p50=10%")
    let lines = comparison.text().text.split(separator: "\n")
    #expect(lines.count == 12)
    #expect(lines[0].split { $0 == " " } == ["a.json", "b.json", "change"])
    #expect(lines[1].hasPrefix("p50 ") && lines[1].hasSuffix("+50.0 %"))
    #expect(lines[11] == "p50=10%: crossed, +50.0 %")
    #expect(comparison.text(isStyled: true).text.contains("\u{1B}[31mp50=10%"))
  }

  @Test(
    arguments: [
      ("p99=10%", Metric.percentile(99), 0.1), ("p99.95=0%", .percentile(99.95), 0), ("max=250%", .maximum, 2.5), ("mean=5%", .mean, 0.05),
      ("rate=2.5%", .rate, 0.025), ("errors=0.1%", .errors, 0.001),
    ] as [(String, Metric, Double)])
  func `limits are a metric and a percentage`(text: String, metric: Metric, allowed: Double) throws {
    let limit = try #require(RegressionLimit.list(text)?.first)
    #expect(limit.metric == metric && (limit.allowed - allowed).magnitude < 1e-12 && limit.text == text)
  }

  @Test(arguments: [
    "", "p99", "p99=", "p99=10", "p99=-1%", "p99=x%", "p0=1%", "p100=1%", "p=1%", "pinf=1%", "latency=1%", "p99=inf%", "p99=1%=2%",
    "P99=1%",
  ])
  func `anything else is no limit`(text: String) { #expect(RegressionLimit.list(text) == nil) }
}
