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
    let isOther = [first, first, second].map { choice.detected($0) }
    #expect(isOther == [false, false, true])
    #expect(choice.dialect?.name == second.name)
    let detections = (0..<120).filter { choice.takeDetection(now: start + .seconds($0)) }
    #expect(detections == [0, 30, 60, 90])
  }

  @Test func `a given dialect stays`() {
    var choice = DialectChoice(given: first)
    let isDetected = choice.takeDetection(now: start + .seconds(3_600))
    #expect(!isDetected)
    #expect(choice.dialect?.name == first.name)
  }
}
