import Services
import TestSupport
import Testing

struct ServiceDefinitionsTests {
  @Test func `the list contains each folder once`() throws {
    let folders = try ProjectFolder.folders(in: "Modules/Hosting/Services")
    #expect(ServiceDefinitions.all.map { "\($0)" }.sorted() == folders.map { "\($0)ServiceDefinition" }.sorted())
  }
}
