import Models
import ServiceTestSupport
import TestSupport
import Testing

@testable import Networking

/// An HTTP origin with `holocron-origin` as a faulty server.
@Suite struct FaultyOriginTests {
  @Test(arguments: [
    "status 503 requests 1..2", "throttle 0 requests 1", "reset requests 1", "reset headers requests 1..2", "reset body requests 1",
    "close requests 1..2",
    "truncate 20 requests 1", "drip 16/1ms", "latency 1ms..5ms", "clock -365d", "content-type text/html", "huge 60000",
  ])
  func `a record is fetched in spite of faults`(rule: String) async throws {
    try await withFaults("\(rule) path /api/people/1/") { base in
      let settings = HTTPSettings(requestTimeout: .testLimit, maxBodySize: 65_536, retry: immediateRetries)
      try await withHTTPOrigin(base, settings) { origin in
        let record = try await origin.record(luke).content
        #expect(record?.name == "Luke Skywalker")
      }
    }
  }
}
