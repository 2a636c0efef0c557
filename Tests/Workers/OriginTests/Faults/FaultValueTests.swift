import Testing

@testable import Origin

/// Latencies, paces and dates.
@Suite struct FaultValueTests {
  @Test(arguments: ["20ms", "10ms..50ms", "lognormal:20ms,0.5", "0"]) func `a latency is read as it is written`(text: String) throws {
    #expect(try #require(Latency(text)).text == text)
  }

  @Test(arguments: ["", "20", "10ms..", "..10ms", "2s..1s", "lognormal:", "lognormal:20ms,-1", "lognormal:20ms,nan", "61m", "1s..61m"])
  func `other texts are not latencies`(text: String) {
    #expect(Latency(text) == nil)
  }

  @Test func `samples have the distribution`() throws {
    func samples(_ text: String) throws -> [Double] {
      let latency = try #require(Latency(text))
      return (1...10_000).map { number in
        var random = FaultRandom(seed: 1, number: number, rule: 1)
        return latency.sample(&random) / .milliseconds(1)
      }.sorted()
    }
    #expect(Set(try samples("20ms")) == [20])
    let uniform = try samples("10ms..50ms")
    #expect(uniform[0] >= 10 && uniform[9_999] <= 50)
    #expect((29.5...30.5).contains(uniform.reduce(0, +) / 10_000))
    #expect((19...21).contains(uniform[2_500]))
    let lognormal = try samples("lognormal:20ms,0.5")
    #expect((19.5...20.5).contains(lognormal[5_000]))
    // 20 ms · exp(0.5 · 2.326)
    #expect((60...68).contains(lognormal[9_900]))
    #expect(try samples("lognormal:1h,10").last == 3_600_000)
  }

  @Test func `a rate is at most twenty pieces a second`() {
    #expect(Pace.rate(1_000) == Pace(bytes: 50, pause: .milliseconds(50)))
    #expect(Pace.rate(4) == Pace(bytes: 1, pause: .milliseconds(250)))
  }

  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
  ])
  func `a date is written for HTTP`(seconds: Int, text: String) {
    #expect(DateField.text(secondsSince1970: seconds) == text)
  }

  @Test(arguments: [(Ending.BodyPart.bytes(5), 5), (.bytes(99), 9), (.bytes(0), 0), (.fraction(0.5), 5), (.fraction(0.99), 9)])
  func `a part of a body is never the whole`(part: Ending.BodyPart, count: Int) {
    #expect(part.count(of: 10) == count)
    #expect(part.count(of: 0) == 0)
  }
}
