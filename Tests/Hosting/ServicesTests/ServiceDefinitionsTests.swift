import ArgumentParser
import Services
import TestSupport
import Testing

struct ServiceDefinitionsTests {
  /// A definition is in a folder, together with its other files, or a file called `…ServiceDefinition.swift`.
  @Test func `the list contains each definition once`() throws {
    let folder = "Modules/Hosting/Services"
    let files = try ProjectFolder.swiftFiles(in: folder).filter { $0.hasSuffix("ServiceDefinition") && $0 != "ServiceDefinition" }
    let definitions = try ProjectFolder.folders(in: folder).map { "\($0)ServiceDefinition" } + files
    #expect(try ServiceDefinitions.parse([]).all.map { "\(type(of: $0))" }.sorted() == definitions.sorted())
  }
}
