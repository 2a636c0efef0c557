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
    #expect(Dialects.standard.recognising(root: root).map(\.name) == ["swapi"])
    #expect(Dialects.standard.names == "swapi, swapi-info, swapi-tech")
  }

  static let roots: [(root: String, dialects: [String])] = [
    (#"{"films":"https://swapi.dev/api/films/","people":"https://swapi.dev/api/people/"}"#, ["swapi"]),
    (#"{"films":"https://swapi.info/api/films","people":"https://swapi.info/api/people"}"#, ["swapi", "swapi-info"]),
    (#"{"films":"https://swapi.dev/api/films/","people":"https://swapi.dev/api/people"}"#, ["swapi"]),
    (#"{"message":"ok","result":{"films":"https://www.swapi.tech/api/films"}}"#, ["swapi-tech"]),
    (#"{"message":"ok","result":{"films":"https://www.swapi.tech/api/films/"},"timestamp":"2025-09-15T09:37:19.660Z"}"#, ["swapi-tech"]),
    ("{}", []), ("[]", []), ("null", []), ("1", []), (#""films""#, []), (#"{"films":1}"#, []), (#"{"films":"/api/people/"}"#, []),
    (#"{"films":"https://h/films/","version":2}"#, []), (#"{"message":"ok"}"#, []), (#"{"message":"ok","result":[]}"#, []),
    (#"{"message":"ok","result":{}}"#, []), (#"{"result":{"films":"https://h/films"}}"#, []), (#"{"message":"films"}"#, []),
    (#"{"message":"ok","result":{"films":["https://h/films"]}}"#, []), (#"{"openapi":"3.0","paths":{"/films":{}}}"#, []),
  ]

  @Test(arguments: roots) func `root documents are recognised by their links`(_ root: String, _ dialects: [String]) throws {
    #expect(Dialects.standard.recognising(root: try JSON(parsing: root)).map(\.name) == dialects)
  }

  @Test(
    arguments: [
      (#"{"count":0,"next":null,"previous":null,"results":[]}"#, ["swapi", "swapi-tech"]), ("[]", ["swapi-info"]),
      (#"[{"title":"A New Hope"}]"#, ["swapi-info"]), ("[1]", []), ("[1,{}]", ["swapi-info"]), ("{}", []), ("null", []),
      (#"{"count":"1","results":[]}"#, ["swapi-tech"]),
      (#"{"message":"ok","result":[]}"#, ["swapi-tech"]), (#"{"message":"ok","total_records":0,"results":[]}"#, ["swapi-tech"]),
      (#"{"results":{}}"#, []),
    ] as [(String, [String])])
  func `lists decide between dialects with the same root documents`(_ list: String, _ dialects: [String]) throws {
    let list = try JSON(parsing: list)
    #expect(Dialects.standard.all.filter { $0.recognises(list: list) }.map(\.name) == dialects)
  }
}
