import Testing

@testable import LoadTesting

struct ThresholdTests {
  /// 1,000 requests in 2 s: of 1 to 1,000 ms, with 5 errors and 900 hits.
  private static let figures: RunFigures = {
    var measurements = Measurements()
    for number in 1...1_000 {
      measurements.add(
        .milliseconds(number), Answer(status: number <= 5 ? 500 : 200, cacheStatus: number <= 900 ? "a; hit" : "a; fwd=miss"))
    }
    return RunFigures(measurements, seconds: 2)
  }()

  @Test(arguments: [
    ("p50<501ms", true), ("p50<499ms", false), ("p50>0.4s", true), ("p99<=991ms", true), ("p99.9>1s", false), ("p99.9>=998ms", true),
    ("max<1001ms", true), ("max<999ms", false), ("mean>500ms", true), ("mean<502ms", true), ("rate>497", true), ("rate<=498", true),
    ("rate>500", false), ("errors>0.4%", true), ("errors>0.5%", false), ("errors>=5", true), ("errors<5", false), ("wrong>0", false),
    ("wrong<=0%", true), ("missed>0.1%", false), ("hits<91%", true), ("hits>=90%", true), ("hits>90%", false),
  ])
  func `a condition is judged by the figures of the run`(text: String, holds: Bool) throws {
    #expect(try #require(Threshold(text)).holds(for: Self.figures) == holds)
  }

  @Test func `conditions are separated by commas, and may contain spaces`() throws {
    let list = try #require(Threshold.list("p99 > 5ms, errors>0.1%"))
    #expect(list.map(\.text) == ["p99>5ms", "errors>0.1%"])
  }

  @Test(arguments: [
    "", "p99", "p99<", "<5ms", "p99<5", "p99=5ms", "p100<5ms", "p0<5ms", "px<5ms", "q99<5ms", "errors>0.1ms", "errors>101%", "hits<90",
    "rate<5%", "rate<5ms", "p99<5ms,", "p99<-5ms", "p99<<5ms", "max<", "p99<5%",
  ])
  func `anything else is not a condition`(text: String) {
    #expect(Threshold.list(text) == nil)
  }

  @Test func `measured values have units`() throws {
    func measured(_ text: String) throws -> String { try #require(Threshold(text)).measured(in: Self.figures) }
    #expect(try measured("max>1s") == "1.00 s")
    #expect(try measured("errors>1%") == "0.5 %")
    #expect(try measured("errors>1") == "5")
    #expect(try measured("rate<1") == "498/s")
    #expect(try measured("hits<1%") == "90 %")
  }

  @Test func `without answers, no latency is small or large`() throws {
    let empty = RunFigures()
    for text in ["p99<5ms", "p99>5ms", "max<1s", "mean>0", "rate<5", "errors>1%", "hits<90%"] {
      let threshold = try #require(Threshold(text))
      #expect(!threshold.holds(for: empty))
      #expect(threshold.measured(in: empty) == "nothing measured")
    }
    #expect(try #require(Threshold("errors<=0")).holds(for: empty))
  }
}
