import Dialects
import Models
import Testing

@testable import Networking

@Suite struct DialectChoiceTests {
  private let start = ContinuousClock.now
  private let first = Dialects.standard.all[0]
  private let second = Dialects.standard.all[1]

  @Test func `a detected dialect is detected again at most twice a minute`() {
    var choice = DialectChoice(given: nil)
    #expect(choice.dialect == nil)
    for dialect in [first, second] { choice.set(dialect) }
    #expect(choice.dialect?.name == second.name)
    let detections = (0..<120).filter { second in
      let begins = choice.beginDetection(now: start + .seconds(second))
      if begins { choice.endDetection() }
      return begins
    }
    #expect(detections == [0, 30, 60, 90])
  }

  @Test func `others take part in a detection`() {
    var choice = DialectChoice(given: nil)
    let begins = (0..<3).map { _ in choice.beginDetection(now: start) }
    #expect(begins == [true, true, true])
    for _ in 0..<3 { choice.endDetection() }
    let isDetected = choice.beginDetection(now: start)
    #expect(!isDetected)
  }

  @Test func `a given dialect stays`() {
    var choice = DialectChoice(given: first)
    let isDetected = choice.beginDetection(now: start + .seconds(3_600))
    #expect(!isDetected)
    #expect(choice.dialect?.name == first.name)
  }
}
