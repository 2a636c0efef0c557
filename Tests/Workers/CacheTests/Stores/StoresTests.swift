import Cache
import Databases
import Logging
import MessageBus
import TestSupport
import Testing

@Suite struct StoresTests {
  /// A store is a folder of `Stores/` or a file called `…Store.swift`.
  @Test func `every store is listed once`() throws {
    let folder = "Modules/Workers/Cache/Stores"
    let files = try ProjectFolder.swiftFiles(in: folder).filter { $0.hasSuffix("Store") && $0 != "CacheStore" }.map { $0.dropLast(5) }
    let stores = try ProjectFolder.folders(in: folder) + files.map(String.init)
    #expect(stores.map { $0.lowercased() }.sorted() == Stores.standard.map { $0.name }.sorted(), "list the store in \(folder)/Stores.swift")
  }

  @Test(arguments: [("memory", "sqlite"), ("/tmp/x", "sqlite"), ("./x", "sqlite"), ("cache.sqlite", "sqlite")])
  func `arguments select stores`(_ argument: String, _ name: String) {
    #expect(Stores.standard.first { $0.accepts(argument) }?.name == name)
  }

  @Test func `a misspelled store is an error`() {
    let error = #expect(throws: StorageError.self) { try Stores.open("memroy", timeout: .zero, logger: .silent) }
    #expect(error?.code == .unknownStore)
    #expect(error?.message == "unknown store 'memroy': use 'memory' or './FILE'")
  }

  @Test(
    arguments: [
      (["XDG_CACHE_HOME": "/c", "HOME": "/h"], "/c/holocron/cache.sqlite"), (["HOME": "/h"], "/h/.cache/holocron/cache.sqlite"),
      (["XDG_CACHE_HOME": "relative", "HOME": "/h"], "/h/.cache/holocron/cache.sqlite"),
    ] as [([String: String], String?)])
  func `the default file follows the environment`(_ environment: [String: String], _ expected: String?) {
    #expect(Stores.defaultFile(environment: environment) == expected)
  }
}
