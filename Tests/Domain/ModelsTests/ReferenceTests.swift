import Models
import OrderedJSON
import Testing

@Suite struct ReferenceTests {
  @Test(arguments: ["people/1", "films/6", "x-y_9/123456789"])
  func `references are parsed`(_ text: String) throws {
    let reference = try #require(Reference(text))
    #expect(reference.description == text)
    #expect(Reference(canonical: reference.canonical) == reference)
  }

  @Test(arguments: [
    "", "people", "people/", "/1", "people/0", "people/-1", "people/+1", "people/01", "people/1/", "/people/1", "People/1", "people/x",
    "people/1.0", "people/99999999999999999999", "pe ople/1", "../1", "é/1",
  ])
  func `other texts are not references`(_ text: String) { #expect(Reference(text) == nil) }

  @Test func `references are ordered by kind, then by ID`() throws {
    let references = ["people/10", "films/2", "people/9"].compactMap { Reference($0) }
    #expect(references.sorted().map(\.description) == ["films/2", "people/9", "people/10"])
  }

  @Test(arguments: [String(repeating: "a", count: 65), "", "a/b", "a b", "A"])
  func `invalid kind names are rejected`(_ text: String) { #expect(KindName(text) == nil) }
}
