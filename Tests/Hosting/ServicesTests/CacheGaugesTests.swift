import Cache
import Contracts
import Hosting
import MessageBus
import OrderedJSON
import TestSupport
import Testing

struct CacheGaugesTests {
  private struct NoServices: ServiceClient {
    func reply(of service: ServiceName, to request: Request, within limit: Duration) async -> Reply { Reply(503) }
    func hasWorker(of service: ServiceName, within limit: Duration) async -> Bool { false }
  }

  @Test func `the size of the store is unknown until it has been read`() async {
    let registry = MetricsRegistry()
    let service = CacheService(store: SQLiteStore(), services: NoServices(), metrics: registry, logger: .silent)
    let first = registry.snapshot(at: .now)["gauges"]
    #expect(first?["entries"] == nil && first?["bytes"] == nil)
    await service.close()
    let last = registry.snapshot(at: .now)["gauges"]
    #expect(last?["entries"]?.int == 0 && last?["bytes"]?.int == 0)
  }
}
