import Testing

@testable import LoadTesting

struct RateProfileTests {
  private static func times(_ profile: RateProfile) -> [Double] {
    SendTimes(profile).map { $0.time / .seconds(1) }
  }

  @Test func `at a constant rate, requests are due at equal distances`() {
    let times = Self.times(RateProfile([Stage(100, within: .zero), Stage(100, within: .seconds(2))]))
    #expect(times.count == 200)
    for (number, time) in times.enumerated() { #expect(abs(time - Double(number) / 100) < 1e-9) }
  }

  /// From 0 to 100/s in 10 s: after t seconds 5·t² requests are due, so request n is due after √(n/5) s.
  @Test func `on a ramp, distances follow the square root`() {
    let times = Self.times(RateProfile([Stage(100, within: .seconds(10))]))
    #expect(times.count == 500)
    for (number, time) in times.enumerated() { #expect(abs(time - (Double(number) / 5).squareRoot()) < 1e-9) }
  }

  @Test func `stages follow one another without a gap, and jump if they have no duration`() throws {
    let stages = try #require(Stage.list("100:10s,1000:30s,0:5s"))
    #expect(Stage.list("10s:100,30s:1000,5s:0") == stages)
    let profile = RateProfile(stages)
    #expect(profile.duration == .seconds(45))
    #expect(profile.count == 500 + 16_500 + 2_500)
    let times = Self.times(profile)
    #expect(times.count == profile.count)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(abs(times[500] - 10) < 1e-9)
    #expect(try #require(times.last) < 45)

    let steps = RateProfile(try #require(Stage.list("10:0s,10:1s,20:0s,20:1s")))
    #expect(Self.times(steps).suffix(20).enumerated().allSatisfy { abs($1 - (1 + Double($0) / 20)) < 1e-9 })
  }

  @Test func `a stage at the rate 0 sends nothing`() throws {
    let times = Self.times(RateProfile(try #require(Stage.list("10:0s,10:1s,0:0s,0:5s,10:0s,10:1s"))))
    #expect(times.count == 20)
    #expect(!times.contains { $0 > 0.95 && $0 < 5.999 })
  }

  @Test func `the average rate is the number of requests by the time`() {
    let profile = RateProfile([Stage(100, within: .seconds(10)), Stage(100, within: .seconds(10))])
    #expect(abs(profile.averageRate(from: .zero, to: .seconds(10)) - 50) < 1e-9)
    #expect(abs(profile.averageRate(from: .seconds(12), to: .seconds(13)) - 100) < 1e-9)
    #expect(abs(profile.averageRate(from: .seconds(19), to: .seconds(21)) - 50) < 1e-9)
    #expect(profile.averageRate(from: .seconds(30), to: .seconds(31)) == 0)
    #expect(profile.averageRate(from: .seconds(1), to: .seconds(1)) == 0)
  }

  @Test func `a warm-up comes before the stages, at their first rate`() {
    let profile = RateProfile.warmingUp([Stage(100, within: .seconds(10))], for: .seconds(5))
    #expect(profile.duration == .seconds(15))
    #expect(profile.count == 500 + 500)
    #expect(abs(profile.averageRate(from: .seconds(4), to: .seconds(5)) - 100) < 1e-9)
    #expect(profile.averageRate(from: .seconds(5), to: .milliseconds(5_100)) < 2)
  }

  @Test(arguments: ["", "100", "100:", ":10s", "100:10s,", "a:10s", "-1:10s", "100:10", "0:10s", "100:0s", "1e3:1s", "10000001:1s"])
  func `invalid stages are refused`(text: String) {
    #expect(Stage.list(text) == nil)
  }
}
