import Testing

@testable import Models

@Suite struct DamageTests {
  @Test(arguments: [
    ("{", "is not JSON"), ("[]", "is not an object"), (#"{"name":"x"}"#, "has no ID"), (#"{"id":0}"#, "has no ID"),
    (#"{"id":1,"height":true}"#, "has an invalid value for 'height'"), (#"{"id":1,"homeworld":0}"#, "has an invalid value for 'homeworld'"),
    (#"{"id":1,"homeworld":"Tatooine"}"#, "has an invalid value for 'homeworld'"),
    (#"{"id":1,"films":[1,"x"]}"#, "has an invalid value for 'films'"), (#"{"id":1,"films":2}"#, "is not a record"),
  ])
  func `a damaged line is named in the error`(_ line: String, _ reason: String) throws {
    let error = #expect(throws: ModelError.self) {
      try Catalogue.records(of: .people, reading: Array("{\"id\":7}\n\(line)\n".utf8))
    }
    #expect(error?.code == .damaged)
    #expect(error?.message == "line 2 of the catalogue's people \(reason)")
  }
}
