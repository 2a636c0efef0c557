import Testing

@testable import TerminalUI

@Suite struct FramePacingTests {
  @Test func `a burst of frames is drawn at once, later ones wait, and a pause restores the burst`() {
    var pacing = FramePacing()
    for _ in 0..<FramePacing.burst {
      #expect(pacing.delay(at: .zero, for: .key) == .zero)
      pacing.frameDrawn(at: .zero)
    }
    #expect(pacing.delay(at: .milliseconds(1), for: .key) == FramePacing.refillTime - .milliseconds(1))
    #expect(pacing.delay(at: FramePacing.refillTime, for: .key) == .zero)
    #expect(pacing.delay(at: .seconds(1), for: .data) == .zero)
  }

  @Test func `while data arrive without a pause, the response to a key does not wait`() {
    var pacing = FramePacing()
    var (now, lastKey, frames) = (Duration.zero, Duration.zero, 0)
    while now < .seconds(5) {
      if now - lastKey >= .milliseconds(40) {
        #expect(pacing.delay(at: now, for: .key) == .zero)
        lastKey = now
        pacing.frameDrawn(at: now)
      } else if pacing.delay(at: now, for: .data) == .zero {
        frames += 1
        pacing.frameDrawn(at: now)
      }
      now += .milliseconds(1)
    }
    #expect(frames > 5)
  }

  @Test func `data that arrive in pieces are drawn together`() {
    var pacing = FramePacing()
    #expect(pacing.delay(at: .zero, for: .data) == .zero)
    pacing.frameDrawn(at: .zero)
    #expect(pacing.delay(at: .milliseconds(1), for: .data) == FramePacing.dataInterval - .milliseconds(1))
    #expect(pacing.delay(at: .milliseconds(1), for: .key) == .zero)
    #expect(pacing.delay(at: FramePacing.dataInterval, for: .data) == .zero)
  }

  @Test(arguments: [0, 3, 10, 500], [FramePacing.Cause.key, .data])
  func `no second has more than sixty frames`(pause milliseconds: Int, cause: FramePacing.Cause) {
    var pacing = FramePacing()
    var frames: [Duration] = []
    var now = Duration.zero
    while now < .seconds(5) {
      let delay = pacing.delay(at: now, for: cause)
      guard delay == .zero else {
        now += delay
        continue
      }
      pacing.frameDrawn(at: now)
      frames.append(now)
      now += .milliseconds(milliseconds)
    }
    for frame in frames { #expect(frames.count { $0 >= frame && $0 < frame + .seconds(1) } <= FramePacing.maxFramesPerSecond) }
    #expect(frames.count > 5)
  }
}
