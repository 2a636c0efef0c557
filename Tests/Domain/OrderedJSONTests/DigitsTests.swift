import OrderedJSON
import Testing

struct DigitsTests {
  @Test(arguments: [("80", 80), ("0080", 80), ("+80", nil), ("-0", nil), ("", nil), (" 80", nil), ("8x", nil), ("256", nil), ("٣", nil)])
  func `only digits are a number`(text: String, number: UInt8?) {
    #expect(UInt8(digits: text) == number)
  }
}
