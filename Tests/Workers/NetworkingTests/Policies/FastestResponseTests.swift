import Testing

@testable import Networking

@Suite struct FastestResponseTests {
  @Test func `before the first response any time is enough`() {
    var fastest = FastestResponse()
    let mayArrive = fastest.mayArrive(within: .zero)
    #expect(mayArrive)
  }

  @Test(arguments: [(40, false), (49, false), (50, true), (5_000, true)])
  func `a response needs as long as the fastest`(timeLeft: Int, expected: Bool) {
    var fastest = FastestResponse()
    for milliseconds in [80, 50, 50] { fastest.record(.milliseconds(milliseconds)) }
    let mayArrive = fastest.mayArrive(within: .milliseconds(timeLeft))
    #expect(mayArrive == expected)
  }

  @Test func `a fast response is forgotten`() {
    var fastest = FastestResponse()
    fastest.record(.milliseconds(1))
    for _ in 0..<100 { fastest.record(.milliseconds(100)) }
    #expect(fastest.duration > .milliseconds(90))
  }

  /// Without that, a client whose deadlines are shorter than an earlier response would never be served again.
  @Test func `refusals end`() {
    var fastest = FastestResponse()
    fastest.record(.milliseconds(100))
    var refusals = 0
    while !fastest.mayArrive(within: .milliseconds(50)), refusals < 1_000 { refusals += 1 }
    #expect((60...80).contains(refusals))
  }
}
