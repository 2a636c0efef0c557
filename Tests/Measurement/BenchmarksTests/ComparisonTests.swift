import Testing

@testable import Benchmarks

struct ComparisonTests {
  private func comparison(_ ours: [Double], _ reference: [Double], _ bars: [Bar]) -> Comparison {
    Comparison(
      "echo", ours: Series("broker", unit: "/s", ours), references: [Series("relay", unit: "/s", reference)],
      figures: [Series("cost", unit: "µs", [3, 1, 2])], bars: bars)
  }

  /// The ratio of the medians would be 1, because the machine was fast in one round for one side only.
  @Test func `a ratio is the median of the ratios of neighbouring rounds`() {
    let comparison = comparison([50, 100, 200], [100, 400, 100], [])
    #expect(comparison.ratios(to: comparison.references[0]) == [0.5, 0.25, 2])
    #expect(comparison.value(of: Bar(.ratio(to: "relay"), atLeast: 0)) == 0.5)
  }

  @Test func `a median lies between the two values in the middle`() {
    #expect(Series.median(of: [4, 1, 2, 3]) == 2.5)
    #expect(Series.median(of: [3, 1, 2]) == 2)
    #expect(Series.median(of: []).isNaN)
  }

  @Test func `bars limit ratios and medians in both directions`() {
    let bars = [
      Bar(.ratio(to: "relay"), atLeast: 0.95), Bar(.ratio(to: "relay"), atLeast: 0.9), Bar(.median(of: "cost"), atMost: 2),
      Bar(.median(of: "cost"), atMost: 1.9), Bar(.median(of: "broker"), atLeast: 93),
      // Those of series that were not measured are missed.
      Bar(.median(of: "other"), atMost: 1), Bar(.ratio(to: "other"), atLeast: 0),
    ]
    let comparison = comparison([90, 93, 95], [100, 100, 100], bars)
    #expect(bars.map(comparison.isMet) == [false, true, true, false, true, false, false])
    #expect(!comparison.isMet)
  }

  @Test func `the text has a line for each series and each bar`() {
    let text = comparison([90, 93, 95], [100, 100, 100], [Bar(.ratio(to: "relay"), atLeast: 0.95)]).text
    let lines = text.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[2].contains("relay") && lines[2].hasSuffix("100.00 /s (100.00 – 100.00), ratio 0.93 (0.90 – 0.95)"))
    #expect(lines[4] == "  bar: ratio to relay at least 0.95: MISSED (0.93)")
  }

  @Test func `sides are measured in turn`() throws {
    var order = ""
    func side(_ name: String) -> Rounds.Side {
      Rounds.Side(name) {
        order += name
        return [Double(order.count), 0]
      }
    }
    let rounds = try Rounds(2, side("a"), side("b"))
    #expect(order == "abab")
    #expect(rounds.series(1, unit: "ms") == Series("b", unit: "ms", [2, 4]))
    #expect(rounds.series(0, figure: 1, named: "zero", unit: "ms") == Series("zero", unit: "ms", [0, 0]))
  }

  @Test func `a percentile is the latency that its share of the requests did not exceed`() {
    let result = RequestLoop.Result(rate: 1, latencies: (1...200).map(Double.init))
    #expect(result.latency(at: 0.5) == 100)
    #expect(result.latency(at: 0.99) == 198)
    #expect(result.latency(at: 1) == 200)
  }
}
