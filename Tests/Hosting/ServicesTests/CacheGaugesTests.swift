import Cache
import Hosting
import MessageBus
import OrderedJSON
import TestSupport
import Testing

struct CacheGaugesTests {
  private struct NoSource: Source {
    func fetch(_ request: Request, within limit: Duration) async -> Reply { Reply(503) }
  }

  @Test func `the size of the store is unknown until it has been read`() async {
    let registry = MetricsRegistry()
    let service = CacheService(store: SQLiteStore(), source: NoSource(), metrics: registry, logger: .silent)
    let first = registry.snapshot(at: .now)["gauges"]
    #expect(first?["entries"] == nil && first?["bytes"] == nil)
    await service.close()
    let last = registry.snapshot(at: .now)["gauges"]
    #expect(last?["entries"]?.int == 0 && last?["bytes"]?.int == 0)
  }
}
