import Testing

@testable import Search

struct OriginSearchPauseTests {
  private let start = ContinuousClock.now
  private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  @Test(arguments: [(0, nil), (1, 5), (2, 10), (3, 20), (4, 30), (5, 30), (100, 30)] as [(Int, Int?)])
  func `pauses grow up to a limit`(failures: Int, seconds: Int?) {
    var pause = OriginSearchPause(firstLength: .seconds(5))
    for number in 0..<failures { pause.recordFailure(sentAt: at(100 * number), now: at(100 * number + 5)) }
    #expect(pause.length == seconds.map { Duration.seconds($0) })
    #expect(pause.allowsSearch(now: at(100 * failures - 90)) == (failures == 0 || seconds == 5))
  }

  @Test func `after a pause one search is allowed at a time`() {
    var pause = OriginSearchPause(firstLength: .seconds(5))
    for _ in 0..<2 { #expect(pause.allowsSearch(now: at(0)) == true) }
    pause.recordFailure(sentAt: at(0), now: at(5))
    let allowed = (5...16).filter { pause.allowsSearch(now: at($0)) }
    #expect(allowed == [10, 15])
  }

  @Test func `requests sent together are one failure`() {
    var pause = OriginSearchPause(firstLength: .seconds(5))
    for second in 5...9 { pause.recordFailure(sentAt: at(second - 5), now: at(second)) }
    #expect(pause.length == .seconds(5))
    #expect(pause.allowsSearch(now: at(10)) == true)
  }
}
