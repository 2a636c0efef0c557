import OrderedJSON
import Testing

/// The example of OrderedJSON.docc, which a test of the architecture compares with this file.
struct ExampleTests {
  @Test func `a number keeps its text`() throws {
    let json = try JSON(parsing: #"{"name":"Luke Skywalker","mass":77.0}"#)
    let mass = json["mass"]?.double
    let text = json.text()

    #expect(mass == 77)
    #expect(text == #"{"name":"Luke Skywalker","mass":77.0}"#)
  }
}
