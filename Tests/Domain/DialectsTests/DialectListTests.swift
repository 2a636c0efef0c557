import OrderedJSON
import TestSupport
import Testing

@testable import Dialects

@Suite struct DialectListTests {
  /// If this fails, add the new folder of Dialects/ to the list in Dialects.swift.
  @Test func `the list contains every folder once`() throws {
    let folders = try ProjectFolder.folders(in: "Modules/Domain/Dialects").filter { !$0.hasSuffix(".docc") }
    #expect(standardDialects.map { "\($0)" }.sorted() == folders.map { "\($0)Dialect" })
    #expect(Set(standardDialects.map { $0.name }).count == standardDialects.count)
  }

  @Test func `dialects are found by name and by root document`() throws {
    let root = try JSON(parsing: #"{"people":"https://swapi.dev/api/people/","films":"http://other.example/api/films/"}"#)
    #expect(Dialects.standard["swapi"]?.name == "swapi")
    #expect(Dialects.standard["wookiee"] == nil)
    #expect(Dialects.standard.recognising(root: root)?.name == "swapi")
  }

  @Test(arguments: [
    "{}", "[]", "null", #"{"message":"ok","result":{"films":"https://www.swapi.tech/api/films"}}"#,
    #"{"films":"https://swapi.info/api/films","people":"https://swapi.info/api/people"}"#, #"{"films":1}"#,
  ])
  func `other root documents are not recognised`(_ root: String) throws {
    #expect(Dialects.standard.recognising(root: try JSON(parsing: root)) == nil)
  }
}
