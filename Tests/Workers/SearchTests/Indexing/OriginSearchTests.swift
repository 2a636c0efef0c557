import Contracts
import CoreMetrics
import MessageBus
import Models
import Synchronization
import TestSupport
import Testing

@testable import Search

/// Searches of the origin through the cache.
struct OriginSearchTests {
  private let cache = FakeCache()
  private let index = RecordIndex.empty()
  private var search: OriginSearch { OriginSearch(cache, index) }

  private func find(_ text: String) async -> [Reference]? {
    await search.references(for: text, in: [.people, .films], within: .testLimit, onBehalfOf: "")
  }

  private var searches: [String] { cache.requests.filter { $0.contains("search=") } }

  /// Records the field that names the client of a request.
  private final class RecordingSource: ServiceClient {
    let forwarded = Mutex<[String?]>([])

    func reply(of service: ServiceName, to request: Request, within limit: Duration) async -> Reply {
      forwarded.withLock { $0.append(request.fields["forwarded"]) }
      return Reply(503)
    }

    func hasWorker(of service: ServiceName, within limit: Duration) async -> Bool { true }
  }

  /// Otherwise all searches would wait in one line, behind those of a busy client.
  @Test func `the origin is searched on behalf of the client`() async {
    let source = RecordingSource()
    let search = OriginSearch(source, index)
    _ = await search.references(for: "luke", in: [.people], within: .testLimit, onBehalfOf: "leia")
    #expect(source.forwarded.withLock(\.self) == ["for=\"_leia\""])
  }

  @Test func `an origin is searched for more than a single letter`() async {
    #expect(await find("l") == nil)
    #expect(searches.isEmpty)
    #expect(await find("  LUKE ") == [Reference(.people, 1)])
    #expect(searches.count == 2)
  }
}
