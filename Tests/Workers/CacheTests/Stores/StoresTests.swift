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
}
