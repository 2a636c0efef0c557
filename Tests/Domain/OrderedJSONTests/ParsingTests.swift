import OrderedJSON
import Testing

@Suite struct ParsingTests {
  @Test(
    arguments: [
      ("null", JSON.null), (" true ", true), ("false", false), ("0", 0), ("-12", -12), ("9223372036854775807", .number(Int64.max)),
      (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u00e9\u20AC""#, "é€"), (#""\ud83d\ude80""#, "🚀"),
      (#""Padmé""#, "Padmé"), ("[]", []), ("[1,[2],{}]", [1, [2], [:]]), ("\u{FEFF}[]", []),
      ("{\"b\":1,\n\t\"a\":null}\r\n", ["b": 1, "a": .null]),
    ] as [(String, JSON)])
  func `valid documents are parsed`(_ text: String, _ expected: JSON) throws {
    #expect(try JSON(parsing: text) == expected)
  }

  @Test(arguments: [
    ("", 0), (" ", 1), ("nul", 0), ("True", 0), ("+1", 0), ("01", 1), ("-", 1), ("1.", 2), (".5", 0), ("1e", 2), ("1e+", 3), ("0x1", 1),
    ("NaN", 0), (#"""#, 1), (#""a"#, 2), ("\"\n\"", 1), (#""\x""#, 3), (#""\u12g4""#, 3), (#""\u12"#, 3), (#""\"#, 2), ("[1,]", 3),
    ("[1 2]", 3), ("[", 1), ("{", 1), ("{a:1}", 1), (#"{"a" 1}"#, 5), (#"{"a":}"#, 5), (#"{"a":1,}"#, 7), ("1 2", 2), ("{}x", 2),
    ("[1]]", 3), ("'a'", 0),
  ])
  func `syntax errors are reported with their offset`(_ text: String, at offset: Int) throws {
    let error = #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: text) }
    #expect(error?.offset == offset)
  }

  @Test(
    arguments: [
      (#""\né""#, "\né"), (#""é\n""#, "é\n"), (#""a\tb\tc""#, "a\tb\tc"), (#""\\\"""#, "\\\""), (#""\u2028\u002f""#, "\u{2028}/"),
      (#""x\uD83D\uDE80y""#, "x🚀y"), (#""\ud83d\ude80\ud83d\ude80""#, "🚀🚀"), (#""\ud83d\ud83d\ude80""#, "\u{FFFD}🚀"),
      (#""\uABCD\uabcd""#, "\u{ABCD}\u{ABCD}"), ("\"\u{2028}\u{7f}\"", "\u{2028}\u{7f}"), (#""e\u0301""#, "e\u{301}"), (#""\u0000""#, "\0"),
    ] as [(String, String)])
  func `escapes are read wherever they stand`(_ document: String, _ text: String) throws {
    #expect(try JSON(parsing: document).string.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test(arguments: [
    ("\"a\u{1}\"", 2), ("\"\\n\u{1f}\"", 3), ("\"\\na", 4), (#""\n\"#, 4), (#""a\u+123""#, 4), (#""\u 123""#, 3), (#""\ud83d\u""#, 9),
  ])
  func `errors inside a string are reported with their offset`(_ text: String, at offset: Int) throws {
    let error = #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: text) }
    #expect(error?.offset == offset)
  }

  @Test func `text that is not UTF-8 is rejected`() {
    #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: [0x22, 0xC3, 0x22]) }
    #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: [0x22, 0xED, 0xA0, 0x80, 0x22]) }
    #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: Array(#""\n"#.utf8) + [0xC3, 0x22]) }
    #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: [0x22, 0xC3] + Array(#"\u00e9""#.utf8)) }
  }

  @Test(arguments: [#""\ud83d""#, #""\ude80""#, #""\ud83dx""#, #""\ud83d\n""#])
  func `a lone surrogate is replaced`(_ text: String) throws {
    #expect(try JSON(parsing: text).string?.first == "\u{FFFD}")
  }

  @Test func `the nesting depth is limited`() throws {
    let nested = { (levels: Int) in String(repeating: "[", count: levels) + String(repeating: "]", count: levels) }
    #expect(try JSON(parsing: nested(512)).array?.count == 1)
    #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: nested(600)) }
    #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: String(repeating: "[", count: 1_000_000)) }
    #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: String(repeating: #"{"a":"#, count: 1_000_000)) }
  }

  @Test(
    arguments: [
      ("1", 1, 1.0), ("-0", 0, -0.0), ("1.0", nil, 1.0), ("1e3", nil, 1000.0), ("9223372036854775808", nil, 9.223372036854775808e18),
      ("0.1", nil, 0.1), ("1E-2", nil, 0.01),
    ] as [(String, Int?, Double)])
  func `numbers keep their text`(_ text: String, _ int: Int?, _ double: Double) throws {
    let json = try JSON(parsing: text)
    #expect(json.int == int)
    #expect(json.double == double)
    #expect(json.text() == text)
  }

  @Test func `every truncated document is rejected`() {
    let document = Array(#"{"name":"Padmé \u00e9\ud83d\ude80","list":[1,-2.5e3,true,false,null,{"a":[]}]}"#.utf8)
    #expect(throws: Never.self) { try JSON(parsing: document) }
    for length in 0..<document.count {
      #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: document.prefix(length)) }
    }
  }
}
