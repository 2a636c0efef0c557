import Cache
import TestSupport
import Testing

@testable import Services

struct CacheStoreFallbackTests {
  /// `cache.entries` and `cache.bytes`, and the limits of the store in memory.
  @Test(arguments: [
    (StoreLimits(entries: 5, bytes: 8_192), StoreLimits(entries: 5, bytes: 8_192)),
    (StoreLimits(entries: 5, bytes: 1 << 40), StoreLimits(entries: 5, bytes: StoreLimits.memory.bytes)),
    (StoreLimits.disk, StoreLimits.memory),
  ])
  func `a store in memory in place of the default file keeps to the limits that are set`(set: StoreLimits, used: StoreLimits) {
    let (store, warning) = CacheServiceDefinition.defaultStore(["HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null"], set, .silent)
    #expect((store as? MemoryStore)?.limits == used)
    #expect(warning?.hasPrefix("the cache is kept in memory only: ") == true)
  }
}
