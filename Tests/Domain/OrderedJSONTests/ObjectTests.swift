import OrderedJSON
import Testing

@Suite struct ObjectTests {
  @Test func `an object keeps the order of its members`() {
    var object: JSON.Object = ["z": 1, "a": 2]
    object["m"] = 3
    object["z"] = 4
    #expect(object.names == ["z", "a", "m"])
    #expect(object["z"] == 4)
    object["a"] = nil
    #expect(object.names == ["z", "m"])
    #expect(object["a"] == nil)
    #expect(object.count == 2)
  }

  @Test(arguments: [2, 31, 32, 33, 100_000])
  func `a duplicate name keeps its first position and its last value`(_ count: Int) throws {
    let members = (0..<count).map { ("\($0)", JSON.number($0)) }
    let object = JSON.Object(members + [("0", "again"), ("\(count - 1)", "too")])
    #expect(object.names == members.map(\.0))
    #expect(object["0"] == "again")
    #expect(object["\(count - 1)"] == "too")
  }

  @Test func `accessors return nil for other types`() {
    let json: JSON = ["text": "a", "number": 1, "flag": true, "nothing": .null, "list": [1], "object": [:]]
    #expect(json["text"]?.string == "a")
    #expect(json["number"]?.int == 1)
    #expect(json["flag"]?.bool == true)
    #expect(json["nothing"]?.isNull == true)
    #expect(json["list"]?.array == [1])
    #expect(json["object"]?.object?.isEmpty == true)
    #expect(json["absent"] == nil)
    #expect(json["text"]?.int == nil && json["number"]?.string == nil && json["list"]?["a"] == nil)
  }
}

struct DigitsTests {
  @Test(arguments: [("80", 80), ("0080", 80), ("+80", nil), ("-0", nil), ("", nil), (" 80", nil), ("8x", nil), ("256", nil), ("٣", nil)])
  func `only digits are a number`(text: String, number: UInt8?) {
    #expect(UInt8(digits: text) == number)
  }
}
