import Testing

@testable import TerminalUI

@Suite struct FramePacingTests {
  @Test func `a few frames follow at once, then each waits for its turn, and a rest gives them back`() {
    var pacing = FramePacing()
    for _ in 0..<FramePacing.burst {
      #expect(pacing.delay(at: .zero) == .zero)
      pacing.drew(at: .zero)
    }
    #expect(pacing.delay(at: .milliseconds(1)) == FramePacing.recovery - .milliseconds(1))
    #expect(pacing.delay(at: FramePacing.recovery) == .zero)
    #expect(pacing.delay(at: .seconds(1)) == .zero)
  }

  @Test(arguments: [0, 3, 10, 500]) func `whatever changes, no second has more than sixty frames`(pause milliseconds: Int) {
    var pacing = FramePacing()
    var frames: [Duration] = []
    var now = Duration.zero
    while now < .seconds(5) {
      let delay = pacing.delay(at: now)
      guard delay == .zero else {
        now += delay
        continue
      }
      pacing.drew(at: now)
      frames.append(now)
      now += .milliseconds(milliseconds)
    }
    for frame in frames { #expect(frames.count { $0 >= frame && $0 < frame + .seconds(1) } <= FramePacing.most) }
    #expect(frames.count > 5)
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
