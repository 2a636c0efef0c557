import Cache
import Contracts
import Hosting
import TestSupport
import Testing

@testable import holocron_workers

struct ServiceDefinitionTests {
  @Test func `the list contains each definition`() throws {
    let files = try ProjectFolder.swiftFiles(in: "Apps/holocron-workers").filter { $0.hasSuffix("Definition") }
    #expect(ServiceDefinition.all.count == files.count - 1)
  }

  /// `cache.entries` and `cache.bytes`, and the limits of the store in memory.
  @Test(arguments: [(5, 8_192, 8_192), (5, 1 << 40, StoreLimits.memory.bytes)])
  func `a store in memory in place of the default file keeps to the limits that are set`(entries: Int, bytes: Int, used: Int) throws {
    let environment = [
      "HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null", "HOLOCRON_CACHE_ENTRIES": "\(entries)", "HOLOCRON_CACHE_BYTES": "\(bytes)",
    ]
    let (store, warning) = try CacheOptions.store(SettingsReader(environment: environment), logger: .silent)
    #expect((store as? SQLiteStore)?.limits == StoreLimits(entries: entries, bytes: used))
    #expect(warning?.code == .inMemory && warning?.store == .cache)
  }
}
