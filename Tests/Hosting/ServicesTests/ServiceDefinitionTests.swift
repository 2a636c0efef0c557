import Cache
import TestSupport
import Testing

@testable import holocron_workers

struct ServiceDefinitionTests {
  @Test func `the list contains each definition`() throws {
    let files = try ProjectFolder.swiftFiles(in: "Apps/holocron-workers").filter { $0.hasSuffix("Definition") }
    #expect(ServiceDefinition.all.count == files.count - 1)
  }

  /// `cache.entries` and `cache.bytes`, and the limits of the store in memory.
  @Test(arguments: [
    (StoreLimits(entries: 5, bytes: 8_192), StoreLimits(entries: 5, bytes: 8_192)),
    (StoreLimits(entries: 5, bytes: 1 << 40), StoreLimits(entries: 5, bytes: StoreLimits.memory.bytes)),
    (StoreLimits.disk, StoreLimits.memory),
  ])
  func `a store in memory in place of the default file keeps to the limits that are set`(set: StoreLimits, used: StoreLimits) {
    let (store, warning) = CacheOptions.defaultStore(["HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null"], set, .silent)
    #expect((store as? SQLiteStore)?.limits == used)
    #expect(warning?.hasPrefix("the cache is kept in memory only: ") == true)
  }
}
