import OrderedJSON
import Testing

@testable import Models

/// What the text of an origin means for the type of its field.
@Suite struct ValueTests {
  /// Returns the member of canonical JSON; `nil` if there is none.
  private func canonical(_ type: FieldType, _ value: OriginValue) -> JSON? {
    var writer = JSON.Writer()
    writer.beginObject()
    type.write(value, named: "value", to: &writer)
    writer.endObject()
    return (try? JSON(parsing: writer.bytes))?["value"]
  }

  @Test(arguments: [
    ("unknown", Absence.unknown), ("n/a", .notApplicable), ("N/A", .notApplicable), ("none", .none), ("None", .none),
    ("indefinite", .indefinite), ("", .empty), ("  ", .empty), ("unknown ", .unknown), (" UNKNOWN", .unknown),
  ])
  func `words for an absent value are recognised in any case and with spaces`(_ text: String, _ absence: Absence) throws {
    let shown = DisplayValue.absent(absence == .empty ? .unknown : absence)
    for type in [FieldType.quantity(.cm), .words, .gravity, .endurance, .birthYear] {
      #expect(canonical(type, .text(text)) == ["text": .string(text), "absent": .string(absence.rawValue)])
      #expect(type.display(.text(text)) == shown)
      #expect(type.rank(.text(text)) == nil)
    }
    for type in [FieldType.label, .date, .timestamp] {
      #expect(canonical(type, .text(text)) == .string(text))
      #expect(type.display(.text(text)) == shown)
    }
  }

  /// The canonical members beside the text, and the rank.
  private static let values: [(FieldType, String, JSON, Double)] = [
    (.quantity(.m), "36.8 ", ["value": .number(36.8), "unit": "m"], 36.8), (.quantity(.m), "172", ["value": 172, "unit": "m"], 172),
    (.quantity(.m), "1,600", ["value": 1600, "unit": "m"], 1600), (.quantity(.m), " 7", ["value": 7, "unit": "m"], 7),
    (.quantity(.individuals), "30-165", ["value": 30, "upTo": 165, "unit": "individuals"], 30),
    (.quantity(.individuals), "30 - 165", ["value": 30, "upTo": 165, "unit": "individuals"], 30),
    (.quantity(.individuals), "1,000–2,000", ["value": 1000, "upTo": 2000, "unit": "individuals"], 1000),
    (.quantity(.kilometersPerHour), "1000km", ["value": 1000, "unit": "km/h"], 1000),
    (.quantity(.kilometersPerHour), "1,000 KM/H", ["value": 1000, "unit": "km/h"], 1000),
    (.quantity(.percent), "0.9 %", ["value": .number(0.9), "unit": "percent"], 0.9),
    (.birthYear, "19BBY", ["value": -19, "unit": "ABY"], -19), (.birthYear, "41.9BBY", ["value": .number(-41.9), "unit": "ABY"], -41.9),
    (.birthYear, "4ABY", ["value": 4, "unit": "ABY"], 4), (.birthYear, "0BBY", ["value": 0, "unit": "ABY"], 0),
    (.birthYear, "896 bby", ["value": -896, "unit": "ABY"], -896),
    (.gravity, "1 standard", ["value": 1, "unit": "standard"], 1), (.gravity, "1.56", ["value": .number(1.56), "unit": "standard"], 1.56),
    (
      .gravity, "1.5 (surface), 1 standard (Cloud City)",
      [
        "value": .number(1.5), "unit": "standard",
        "places": [["place": "surface", "value": .number(1.5)], ["place": "Cloud City", "value": 1]],
      ], 1.5
    ),
    (.endurance, "2 months", ["value": 2, "unit": "months"], 60), (.endurance, "1 year", ["value": 1, "unit": "years"], 365),
    (.endurance, "15 hours", ["value": 15, "unit": "hours"], 0.625), (.endurance, "1 week", ["value": 1, "unit": "weeks"], 7),
    (.endurance, "500 days", ["value": 500, "unit": "days"], 500), (.endurance, "0", ["value": 0, "unit": "days"], 0),
    (.endurance, "1 Month", ["value": 1, "unit": "months"], 30),
  ]

  @Test(arguments: values)
  func `the text is kept in addition to the parsed value`(_ type: FieldType, _ text: String, _ members: JSON, _ rank: Double) {
    let all = [("text", JSON.string(text))] + (members.object ?? [:]).map { ($0.name, $0.value) }
    #expect(canonical(type, .text(text)) == .object(JSON.Object(all)))
    #expect(type.rank(.text(text)) == .number(rank))
  }

  private static let unrecognised: [(FieldType, [String])] = [
    (
      .quantity(.m),
      ["Live food tanks", "about 3", "1,35", "1e5", "0x10", "nan", "--1", "30-", "165-30", "+5", "٣", "1.", ".5", "1,0000", "1.2.3", "½"]
    ),
    (.birthYear, ["BBY", "19", "19BBX", "-3BBY", "19BBYBBY", "é"]), (.gravity, ["strong", "1, strong"]),
    (.endurance, ["Live food tanks", "2", "months", "2 moons", "two months", "2 months or so"]),
  ]

  @Test(arguments: unrecognised) func `texts that cannot be parsed are kept`(_ type: FieldType, _ texts: [String]) {
    for text in texts {
      #expect(type.accepted(.text(text)) == .text(text))
      #expect(canonical(type, .text(text)) == ["text": .string(text)], "\(text)")
      #expect(type.display(.text(text)) == .text(text))
      #expect(type.rank(.text(text)) == nil)
    }
  }

  @Test(arguments: [
    (FieldType.quantity(.cm), "172", DisplayValue.quantity([Measure(.whole(172), unit: "cm")])),
    (.quantity(.individuals), "30-165", .quantity([Measure(.whole(30), upTo: .whole(165), unit: "individuals")])),
    (.birthYear, "41.9BBY", .quantity([Measure(.fraction(-41.9), unit: "ABY")])),
    (.words, "red, blue , green", .words(["red", "blue", "green"])), (.words, "red,,blue,", .words(["red", "blue"])),
    (.label, " male ", .words(["male"])), (.prose, "unknown", .text("unknown")), (.prose, "", .absent(.unknown)),
    (.prose, "One\r\ntwo \r\n\r\nthree", .text("One two\n\nthree")), (.prose, "One\ntwo\n\n\nthree\n", .text("One two\n\nthree")),
    (.prose, "\nOne \rtwo\r \rthree", .text("One two\n\nthree")), (.episode, "IV", .text("IV")),
  ])
  func `values are shown by their type`(_ type: FieldType, _ text: String, _ shown: DisplayValue) {
    #expect(type.display(.text(text)) == shown)
  }

  @Test func `null differs from missing`() {
    for type in [FieldType.label, .prose, .episode, .quantity(.m), .link(.people), .links(.people)] {
      #expect(type.accepted(.null) == .null && type.accepted(.missing) == .missing)
      #expect(canonical(type, .null) == .null && canonical(type, .missing) == nil)
      #expect(type.display(.null) == .absent(.unknown) && type.display(.missing) == nil)
    }
  }

  @Test func `fields reject values of the wrong type`() throws {
    let reference = try #require(Reference("people/1"))
    for type in [FieldType.label, .prose, .episode, .quantity(.m)] {
      #expect(type.accepted(.reference(reference)) == nil && type.accepted(.references([])) == nil)
    }
    #expect(FieldType.link(.people).accepted(.text("people/1")) == nil)
    #expect(FieldType.link(.people).accepted(.references([reference])) == nil)
    #expect(FieldType.links(.people).accepted(.reference(reference)) == nil)
    #expect(FieldType.quantity(.m).accepted(.integer(172)) == .text("172"))
  }

  @Test(arguments: [("4", OriginValue.integer(4)), ("+4", .text("+4")), ("04", .text("04")), ("IV", .text("IV")), ("", .text(""))])
  func `episode numbers sent as text are accepted`(_ text: String, _ value: OriginValue) {
    #expect(FieldType.episode.accepted(.text(text)) == value)
  }

  @Test(arguments: Kinds.standard.all.flatMap(\.fields)) func `every field with an order has an example`(field: Field) {
    #expect((field.exampleOperand != nil) == [.quantity, .date, .references].contains(field.shape), "\(field.key)")
    if let example = field.exampleOperand, field.shape == .quantity { #expect(field.number(example) != nil, "\(field.key)") }
  }
}

/// Amounts, dates and numerals.
@Suite struct NumberTests {
  @Test(arguments: [
    ("0", Amount.whole(0)), ("1000000000000", .whole(1_000_000_000_000)), ("9223372036854775807", .whole(.max)),
    ("-9223372036854775808", .whole(.min)), ("9223372036854775808", .fraction(9_223_372_036_854_775_808)), ("1,000,000", .whole(1_000_000)),
    ("12,345.5", .fraction(12345.5)), ("007", .whole(7)), ("-0.5", .fraction(-0.5)), ("2.0", .whole(2)),
  ])
  func `amounts are parsed`(_ text: String, _ amount: Amount) { #expect(Amount(parsing: text) == amount) }

  @Test(arguments: ["", "-", ".", "1.", ".5", "1,", ",1", "1,00", "1000,000", "1,0000", "1.2.3", "1 000", "inf", "1e3", "½"])
  func `other texts are not amounts`(_ text: String) { #expect(Amount(parsing: text) == nil) }

  @Test(arguments: [
    ("0", "0"), ("1,000", "1000"), ("1000000000000", "1000000000000"), ("78.2", "78.2"), ("78.0", "78"), ("-1,234.5", "-1234.5"),
    ("1234.5678", "1234.5678"), ("9223372036854775808", "9.223372036854776e+18"),
  ])
  func `amounts have a plain decimal text`(_ text: String, _ plain: String) throws {
    #expect(try #require(Amount(parsing: text)).text == plain)
  }

  @Test(arguments: [
    (Amount.whole(19), Amount.whole(-19)), (.fraction(41.5), .fraction(-41.5)), (.whole(0), .whole(0)),
    (.whole(.min), .fraction(9_223_372_036_854_775_808)),
  ])
  func `amounts can be negated`(_ amount: Amount, _ negated: Amount) { #expect(-amount == negated) }

  @Test(arguments: [
    ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11016), ("2000-03-01", 11017), ("1900-02-28", -25509), ("1900-03-01", -25508),
    ("1977-05-25", 2701), ("0000-03-01", -719468),
  ])
  func `dates are parsed`(_ text: String, _ days: Int) throws {
    let date = try #require(CalendarDate(parsing: text))
    #expect(date.daysSinceEpoch == days)
    #expect(date.text == text)
  }

  @Test(arguments: ["1977-5-25", "1977-13-01", "1977-02-29", "1900-02-29", "1977-05-00", "77-05-25", "+197-05-25", "1977-05-25T", ""])
  func `other texts are not dates`(_ text: String) { #expect(CalendarDate(parsing: text) == nil) }

  @Test(
    arguments: [
      ("2014-12-09T13:50:51.644000Z", 1_418_133_051), ("2014-12-15T12:22:12Z", 1_418_646_132), ("1969-12-31T23:59:59.5Z", -1),
      ("1970-01-01T00:00:00.1234567899Z", 0),
    ] as [(String, Int64)])
  func `timestamps are parsed`(_ text: String, _ seconds: Int64) throws {
    #expect(try #require(Timestamp(parsing: text)).secondsSinceEpoch == seconds)
    #expect(FieldType.timestamp.rank(.text(text)) == .number(Double(seconds)))
  }

  @Test(arguments: [
    "2014-12-09", "2014-12-09T13:50:51", "2014-12-09 13:50:51Z", "2014-12-09T24:00:00Z", "2014-12-09T1:50:51.0Z", "2014-12-09T13:50:51.Z",
    "2014-12-09T13:50:51.xZ", "2014-12-09T13:50:51+01:00", "2014-12-09T+1:50:51Z",
  ])
  func `other texts are not timestamps`(_ text: String) { #expect(Timestamp(parsing: text) == nil) }

  @Test(arguments: [(1, "I"), (4, "IV"), (6, "VI"), (9, "IX"), (14, "XIV"), (104, "CIV"), (1977, "MCMLXXVII"), (3999, "MMMCMXCIX")])
  func `numbers have Roman numerals`(_ number: Int, _ roman: String) {
    #expect(RomanNumeral.text(number) == roman)
    #expect(RomanNumeral.number(roman) == number)
  }

  @Test(arguments: ["", "IIII", "CIVIL", "iv", "VX", "4"]) func `other texts are not Roman numerals`(text: String) {
    #expect(RomanNumeral.number(text) == nil)
    #expect(RomanNumeral.text(0) == nil && RomanNumeral.text(4_000) == nil)
  }
}
