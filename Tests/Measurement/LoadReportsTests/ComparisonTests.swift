import Testing

@testable import LoadReports

struct ComparisonTests {
  private func compare(_ old: LoadReport, _ new: LoadReport, _ limits: String...) throws -> Comparison {
    Comparison(old, new, names: ("a.json", "b.json"), limits: try limits.map { try RegressionLimit(parsing: $0) })
  }

  @Test(arguments: UInt64(1)...12) func `runs of the same distribution are no regression`(seed: UInt64) throws {
    let comparison = try compare(
      SampleReports.noisy(typical: 100, seed: seed), SampleReports.noisy(typical: 100, seed: seed + 20), "p50=0.1%", "p90=0.1%", "p99=1%",
      "rate=0%", "errors=0%")
    #expect(!comparison.isRegression)
    #expect(comparison.decisions.allSatisfy { $0.outcome != .unclear })
    #expect(comparison.differences.isEmpty)
  }

  /// As if the last answers had come ten seconds after the end of the plan.
  @Test func `a rate refers to the time of the plan`() throws {
    let report = SampleReports.noisy(typical: 100, seed: 1)
    var late = report
    late.seconds = 20
    let row = try #require(try compare(report, late).rows.first { $0.metric == .rate })
    #expect((row.old, row.new, row.change) == (100, 150, 0.5))
    #expect(row.interval?.contains(0.5) == true)
  }

  @Test func `a change beyond its limit may be noise`() throws {
    let comparison = try compare(SampleReports.noisy(typical: 100, seed: 1), SampleReports.noisy(typical: 100, seed: 21), "p99=1%")
    #expect(try #require(comparison.rows.first { $0.metric == .percentile(99) }?.change) > 0.1)
    #expect(comparison.decisions.map(\.outcome) == [.noise])
  }

  @Test func `a slower run crosses its limits, and a faster one keeps them`() throws {
    let (fast, slow) = (SampleReports.noisy(typical: 100, seed: 1), SampleReports.noisy(typical: 130, seed: 2))
    let slower = try compare(fast, slow, "p50=10%", "mean=10%", "p50=50%")
    #expect(slower.decisions.map(\.outcome) == [.crossed, .crossed, .kept])
    #expect(slower.isRegression)
    let row = try #require(slower.rows.first { $0.metric == .percentile(50) })
    let interval = try #require(row.interval)
    #expect(interval.contains(0.3) && interval.lowerBound > 0.2 && interval.upperBound < 0.4)
    #expect(row.finding == .worse)
    #expect(try #require(row.probability) < 0.001)
    let faster = try compare(slow, fast, "p50=0%", "mean=0%")
    #expect(faster.decisions.map(\.outcome) == [.kept, .kept])
    #expect(faster.rows.first?.finding == .better)
  }

  @Test func `equal runs differ by nothing`() throws {
    let report = SampleReports.noisy(typical: 100, seed: 1)
    let comparison = try compare(report, report, "p99=0%", "rate=0%")
    #expect(comparison.rows.allSatisfy { $0.change == 0 && $0.finding == .noise })
    #expect(comparison.decisions.map(\.outcome) == [.kept, .kept])
  }

  @Test func `the same reports always give the same intervals`() throws {
    let (old, new) = (SampleReports.noisy(typical: 100, seed: 1), SampleReports.noisy(typical: 101, seed: 2))
    #expect(try compare(old, new).rows == compare(old, new).rows)
  }

  @Test func `too few intervals are unclear instead of a regression`() throws {
    let comparison = try compare(
      SampleReports.noisy(typical: 100, seconds: 4, seed: 1), SampleReports.noisy(typical: 200, seconds: 30, seed: 2), "p50=10%", "p97=300%"
    )
    #expect(comparison.decisions.map(\.outcome) == [.unclear, .kept])
    #expect(comparison.rows.last?.metric == .percentile(97))
    #expect(comparison.differences.contains("a.json has fewer than 5 intervals, too few to tell a change from noise"))
  }

  @Test func `empty runs are unclear`() throws {
    let comparison = try compare(SampleReports.empty, SampleReports.empty, "p50=10%", "rate=1%", "errors=1%")
    #expect(comparison.decisions.allSatisfy { $0.outcome == .unclear })
    #expect(comparison.isUnclear && !comparison.isRegression)
    #expect(comparison.rows.allSatisfy { $0.old == nil && $0.finding == .unclear })
  }

  @Test func `more errors are a difference of shares`() throws {
    let comparison = try compare(
      SampleReports.noisy(typical: 100, seed: 1), SampleReports.noisy(typical: 100, seed: 1, errors: 2), "errors=1%", "errors=2.5%")
    #expect(comparison.decisions.map(\.outcome) == [.crossed, .kept])
    let change = try #require(comparison.rows.first { $0.metric == .errors }?.change)
    #expect((change - 0.02).magnitude < 1e-12)
    #expect(Metric.errors.changeText(change) == "+2.00 points")
  }

  @Test func `runs of another kind, or of a slow generator, are named`() throws {
    var other = SampleReports.noisy(typical: 100, seed: 1)
    other.target.name = "cache"
    other.loop = .closed(outstanding: 64)
    other.stages = []
    other.ending = .interrupted
    other.machine.cores = 8
    other.generator.missed = 500
    let comparison = try compare(SampleReports.noisy(typical: 100, seed: 1), other)
    #expect(
      comparison.differences == [
        "the target differs: echo and cache", "the kind of loop differs: open loop and closed loop of 64",
        "the plan differs: to 100/s in 30 s and none", "the number of cores differs: unknown and 8",
        "b.json is of a run that was interrupted", "the generator was the bottleneck of b.json",
      ])
  }

  @Test func `other options are a difference, but not another seed`() throws {
    var (old, new) = (SampleReports.noisy(typical: 100, seed: 1), SampleReports.noisy(typical: 100, seed: 1))
    old.options = [.init(name: "--mix", value: "record=80,list=20"), .init(name: "--seed", value: "1"), .init(name: "--size", value: "64")]
    new.options = [.init(name: "--mix", value: "record=1"), .init(name: "--seed", value: "2"), .init(name: "--no-verify", value: "")]
    #expect(
      try compare(old, new).differences == [
        "the option --mix differs: record=80,list=20 and record=1", "the option --no-verify differs: not given and given",
        "the option --size differs: 64 and not given",
      ])
  }

  /// Permeability of placentas, an example of Hollander and Wolfe ("Nonparametric Statistical Methods", 1973) that R's `wilcox.test` uses:
  /// W = 35. The probability is that of z = (35 - 25 - 0.5) / sqrt(10 * 5 * 16 / 12) = 1.1635.
  @Test func `the Mann–Whitney test gives the published statistic`() throws {
    let atTerm = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
    let early = [1.15, 0.88, 0.90, 0.74, 1.21]
    let test = try #require(MannWhitney(atTerm, early))
    #expect(test.statistic == 35)
    #expect((test.probability - 0.244624).magnitude < 1e-6)
    #expect(try #require(MannWhitney(early, atTerm)).statistic == 15)
  }

  /// Ranks by hand: 1, then 2 three times (mean rank 3), then 3 twice (mean rank 5.5). U = 1 + 3 + 3 - 6 = 1; the variance is
  /// 9 / 12 * (7 - (24 + 6) / 30) = 4.5, so z = (4.5 - 1 - 0.5) / 2.1213 = 1.41421.
  @Test func `ties share their ranks`() throws {
    let test = try #require(MannWhitney([1, 2, 2], [2, 3, 3]))
    #expect(test.statistic == 1)
    #expect((test.probability - 0.157299).magnitude < 1e-6)
  }

  @Test func `samples of equal values do not differ, and empty ones have no result`() {
    #expect(MannWhitney([1, 1, 1], [1, 1])?.probability == 1)
    #expect(MannWhitney([], [1]) == nil)
  }

  /// The first numbers for the seed 1234567, as published for SplitMix64.
  @Test func `pseudo-random numbers are those of SplitMix64`() {
    var random = SplitMix(seed: 1_234_567)
    let numbers = (0..<3).map { _ in random.next() }
    #expect(numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    for _ in 0..<100 {
      let index = random.index(below: 7)
      #expect((0..<7).contains(index))
    }
  }

  @Test(
    arguments: [
      ("p99=10%", Metric.percentile(99), 0.1), ("p99.95=0%", .percentile(99.95), 0), ("max=250%", .maximum, 2.5), ("mean=5%", .mean, 0.05),
      ("rate=2.5%", .rate, 0.025), ("errors=0.1%", .errors, 0.001),
    ] as [(String, Metric, Double)])
  func `limits are a metric and a percentage`(text: String, metric: Metric, allowed: Double) throws {
    let limit = try RegressionLimit(parsing: text)
    #expect(limit.metric == metric)
    #expect((limit.allowed - allowed).magnitude < 1e-12)
    #expect(limit.description == text)
  }

  @Test(arguments: [
    "", "p99", "p99=", "p99=10", "p99=-1%", "p99=x%", "p0=1%", "p100=1%", "p=1%", "pinf=1%", "latency=1%", "p99=inf%", "p99=nan%",
    "p99=1%=2%", "P99=1%",
  ])
  func `a limit that is none is refused with an example`(text: String) {
    let error = #expect(throws: ReportError.self) { try RegressionLimit(parsing: text) }
    #expect(error?.code == .invalidLimit)
    #expect(error?.message.hasPrefix("invalid limit '\(text)': expected METRIC=PERCENT") == true)
    #expect(error?.message.hasSuffix("such as p99=10%") == true)
  }
}
