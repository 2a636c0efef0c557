import Services
import TestSupport
import Testing

struct OfferedServicesTests {
  @Test func theListHoldsEveryFolderOnce() throws {
    let folders = try ProjectFolder.folders(in: "Modules/Hosting/Services")
    #expect(ServiceDefinitions.all.map { "\($0)" }.sorted() == folders.map { "\($0)ServiceDefinition" }.sorted())
  }
}
