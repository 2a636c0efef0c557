import ArgumentParser
import Services
import TestSupport
import Testing

struct ServiceDefinitionsTests {
  @Test func `the list contains each folder once`() throws {
    let folders = try ProjectFolder.folders(in: "Modules/Hosting/Services")
    let definitions = try ServiceDefinitions.parse([]).all.map { "\(type(of: $0))" }
    #expect(definitions.sorted() == folders.map { "\($0)ServiceDefinition" }.sorted())
  }
}
