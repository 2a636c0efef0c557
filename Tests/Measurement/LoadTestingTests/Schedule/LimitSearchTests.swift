import Testing

@testable import LoadTesting

struct LimitSearchTests {
  /// Runs a search against a target that sustains `limit` requests per second. Returns the search and the rates of the trials.
  private static func search(from first: Double, limit: Double) -> (LimitSearch, [Double]) {
    var search = LimitSearch(startingAt: first)
    var rates: [Double] = []
    while let rate = search.next, rates.count < 200 {
      rates.append(rate)
      search.record(rate, failure: rate <= limit ? nil : "too slow")
    }
    return (search, rates)
  }

  @Test(arguments: [(100.0, 12_345.0), (100_000, 777), (1_000, 1_000), (1, 5_000_000), (3, 2)])
  func `the limit is found to 2 %, in logarithmic time`(first: Double, limit: Double) throws {
    let (search, rates) = Self.search(from: first, limit: limit)
    let (passed, failed) = (try #require(search.passed), try #require(search.failed))
    #expect(passed <= limit)
    #expect(failed > limit)
    #expect(failed - passed <= max(1, failed * 0.02))
    #expect(rates.count < 35)
    #expect(search.reason == "too slow")
  }

  @Test func `a target that sustains nothing has no limit`() {
    let (search, rates) = Self.search(from: 100, limit: 0)
    #expect(search.passed == nil)
    #expect(rates.last == 1)
  }

  @Test func `a target that sustains everything ends the search at the highest rate`() {
    let (search, rates) = Self.search(from: 100, limit: .infinity)
    #expect(search.passed == Stage.maxRate)
    #expect(search.failed == nil)
    #expect(rates.count < 35)
  }
}
