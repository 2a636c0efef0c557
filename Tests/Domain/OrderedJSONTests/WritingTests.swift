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

  @Test(
    arguments: [
      ("", #""""#), ("a", #""a""#), ("\"", #""\"""#), ("\"a", #""\"a""#), ("a\\b", #""a\\b""#), ("ab\n", #""ab\n""#), ("\t\t", #""\t\t""#),
      ("\u{1}\u{1f}\u{20}", #""\u0001\u001f ""#), ("é\"é", #""é\"é""#), ("🚀\n🚀", #""🚀\n🚀""#), ("\u{0}é", #""\u0000é""#),
      ("\u{2028}\u{2029}/\u{7f}\u{80}", "\"\u{2028}\u{2029}/\u{7f}\u{80}\""), ("e\u{301}", "\"e\u{301}\""), ("\r\n", #""\r\n""#),
    ] as [(String, String)])
  func `only what must be escaped is escaped, wherever it stands`(_ text: String, _ written: String) throws {
    #expect(Array(JSON.string(text).bytes()) == Array(written.utf8))
    #expect(JSON.object([text: 1]).text() == "{\(written):1}")
    #expect(try JSON(parsing: written).string.map { Array($0.utf8) } == Array(text.utf8))
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
