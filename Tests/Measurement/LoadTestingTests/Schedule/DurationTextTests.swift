import Testing

@testable import LoadTesting

struct DurationTextTests {
  @Test(
    arguments: [
      ("0", .zero), ("0s", .zero), ("500us", .microseconds(500)), ("500µs", .microseconds(500)), ("250ns", .nanoseconds(250)),
      ("5ms", .milliseconds(5)), ("1.5s", .milliseconds(1_500)), ("10m", .seconds(600)), ("1h", .seconds(3_600)),
      ("168h", .seconds(604_800)),
    ] as [(String, Duration)])
  func `a duration is a number and a unit`(text: String, duration: Duration) throws {
    let parsed = try #require(DurationText.parse(text))
    #expect(abs((parsed - duration) / .nanoseconds(1)) < 1)
  }

  @Test(arguments: [
    "", "5", "ms", "-1s", "+1s", "1e3s", "1.s", ".5s", "1..5s", "infs", "nans", "5 s", "169h", "5d", "99999999999999999999s",
  ])
  func `anything else is not a duration`(text: String) {
    #expect(DurationText.parse(text) == nil)
  }

}
