import OrderedJSON
import Testing

@Suite struct WritingTests {
  @Test(arguments: [
    #"{"b":1,"a":[true,false,null],"c":{"x":"é","y":"a\"b\\c"}}"#, #"[1.50,1e5,-0,12345678901234567890]"#,
    #""line\r\nline\t\b\f\u0000\u001f""#, "\"\u{7f}/\u{2028}🚀\"", "{}", "[]", #"{"":""}"#,
  ])
  func `a compact document round-trips`(_ text: String) throws {
    #expect(try JSON(parsing: text).text() == text)
  }

  @Test func `indented output has one member per line`() throws {
    let json: JSON = ["a": 1, "b": [1, [:], []], "c": [:]]
    #expect(
      json.text(.indented) == """
        {
          "a": 1,
          "b": [
            1,
            {},
            []
          ],
          "c": {}
        }
        """)
    #expect(try JSON(parsing: json.text(.indented)) == json)
  }

  @Test(arguments: [
    (0, "0"), (-3, "-3"), (1e15, "1000000000000000"), (-0x1p62, "-4611686018427387904"), (1e19, "1e+19"), (78.2, "78.2"), (0.85, "0.85"),
    (999_999_999_999_999, "999999999999999"), (1e-7, "1e-07"),
  ])
  func `doubles are written`(_ number: Double, _ text: String) throws {
    #expect(JSON.number(number).text() == text)
    #expect(try JSON(parsing: text).double == number)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `infinities and NaN are written as null`(_ number: Double) {
    #expect(JSON.number(number) == .null)
  }
}
