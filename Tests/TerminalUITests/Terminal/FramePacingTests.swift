import Testing

@testable import TerminalUI

@Suite struct FramePacingTests {
  @Test func `what follows the first frame is drawn at once, then sixty frames a second`() {
    var pacing = FramePacing()
    #expect(pacing.delay(at: .zero) == .zero)
    pacing.drew(at: .zero)
    #expect(pacing.delay(at: .milliseconds(1)) == .zero)
    pacing.drew(at: .milliseconds(1))
    #expect(pacing.delay(at: .milliseconds(2)) == FramePacing.shortest - .milliseconds(1))
    #expect(pacing.delay(at: .seconds(1)) == .zero)
  }

  @Test func `times are told by their percentiles`() {
    var times = AnswerTimes()
    #expect(times.percentile(0.5) == nil)
    for number in 1...100 { times.add(.milliseconds(number)) }
    #expect(times.percentile(0.5) == .milliseconds(51))
    #expect(times.percentile(1) == .milliseconds(100))
    #expect(times.description == "frames 0, keys 100, p50 51.0 ms, p99 100.0 ms, max 100.0 ms")
  }
}
