import HTTPClient
import ServiceTestSupport
import TestSupport
import Testing

@testable import Origin

@Suite struct OriginStallTests {
  @Test func `responses wait until the end of the period in which they are ready`() throws {
    let stall = try #require(OriginStall(length: .seconds(1), every: .seconds(10)))
    let delays = [0, 8_999, 9_000, 9_250, 9_999, 10_000, 19_500, 25_000].map { stall.delay(at: .milliseconds($0)) }
    #expect(delays == [0, 0, 1_000, 750, 1, 0, 500, 0].map { .milliseconds($0) })
  }

  @Test func `a stall must leave time for responses`() {
    #expect(OriginStall(length: .seconds(1), every: .seconds(1)) == nil)
    #expect(OriginStall(length: .zero, every: .seconds(1)) == nil)
  }

  @Test func `a stalled server sends its responses at the end of the stall`() async throws {
    // Almost always stalled, so that every request meets a stall.
    let stall = try #require(OriginStall(length: .milliseconds(199), every: .milliseconds(200)))
    try await withOrigin(OriginSettings(port: 0, stall: stall)) { base, responses in
      let response = try await ask("\(base)/films/1/")
      #expect(response.status == 200)
      #expect(responses.all.count == 1)
    }
  }
}
