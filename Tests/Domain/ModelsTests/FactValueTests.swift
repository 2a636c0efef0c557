import Models
import OrderedJSON
import Testing

@Suite struct FactValueTests {
  @Test(arguments: [
    ("19BBY", Amount.whole(-19)), ("41.9BBY", .fraction(-41.9)), ("4ABY", .whole(4)), ("0BBY", .whole(0)), ("896 bby", .whole(-896)),
  ])
  func `birth years are parsed`(_ text: String, _ year: Amount) throws {
    let born = try #require(BirthYear(parsing: text))
    #expect(born.year == year)
    #expect(born.display == .quantity([Measure(year, unit: "ABY")]))
  }

  @Test(arguments: ["BBY", "19", "19BBX", "-3BBY", "19BBYBBY", "é"])
  func `other texts are not birth years`(_ text: String) { #expect(BirthYear(parsing: text) == nil) }

  @Test(arguments: [
    ("1 standard", #"{"text":"1 standard","value":1,"unit":"standard"}"#),
    ("1.56", #"{"text":"1.56","value":1.56,"unit":"standard"}"#),
    (
      "1.5 (surface), 1 standard (Cloud City)",
      #"{"text":"1.5 (surface), 1 standard (Cloud City)","value":1.5,"unit":"standard","#
        + #""places":[{"place":"surface","value":1.5},{"place":"Cloud City","value":1}]}"#
    ),
    ("N/A", #"{"text":"N/A","absent":"not applicable"}"#),
    ("strong", #"{"text":"strong"}"#),
    ("1, strong", #"{"text":"1, strong"}"#),
  ])
  func `gravities are parsed by place`(_ text: String, _ canonical: String) {
    #expect(Fact<Gravity>(text).canonical?.text() == canonical)
  }

  @Test(arguments: [
    ("2 months", 60.0, 2, "months"), ("1 year", 365, 1, "years"), ("15 hours", 0.625, 15, "hours"), ("1 week", 7, 1, "weeks"),
    ("500 days", 500, 500, "days"), ("0", 0, 0, "days"), ("1 Month", 30, 1, "months"),
  ])
  func `endurances are parsed`(_ text: String, _ days: Double, _ number: Int, _ unit: String) throws {
    let endurance = try #require(Endurance(parsing: text))
    #expect(endurance.days == days)
    guard case .quantity(let measures) = endurance.display else { throw ModelError(.shape, "\(endurance.display) is no quantity") }
    #expect(measures.map(\.amount) == [.whole(Int64(number))])
    #expect(measures.map(\.unit) == [unit])
    #expect(measures.map(\.number) == [days])
  }

  @Test(arguments: ["Live food tanks", "2", "months", "2 moons", "two months", "2 months or so"])
  func `other texts are not endurances`(_ text: String) { #expect(Endurance(parsing: text) == nil) }

  @Test(arguments: [("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11016), ("1977-05-25", 2701), ("0000-03-01", -719468)])
  func `dates are parsed`(_ text: String, _ days: Int) throws {
    let date = try #require(CalendarDate(parsing: text))
    #expect(date.daysSinceEpoch == days)
    #expect(date.text == text)
  }

  @Test func `consecutive dates are one day apart`() throws {
    var days: [Int] = []
    for year in 1896...1905 {
      for month in 1...12 {
        for day in 1...31 {
          let padded = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
          if let date = CalendarDate(parsing: "\(year)-\(padded(month))-\(padded(day))") { days.append(date.daysSinceEpoch) }
        }
      }
    }
    #expect(days.count == 3652)
    #expect(zip(days, days.dropFirst()).allSatisfy { $1 == $0 + 1 })
  }

  @Test(arguments: ["1977-5-25", "1977-13-01", "1977-02-29", "1900-02-29", "1977-05-00", "77-05-25", "+197-05-25", "1977-05-25T", ""])
  func `other texts are not dates`(_ text: String) { #expect(CalendarDate(parsing: text) == nil) }

  @Test(
    arguments: [
      ("2014-12-09T13:50:51.644000Z", 1_418_133_051, 644_000_000), ("2014-12-15T12:22:12Z", 1_418_646_132, 0),
      ("1970-01-01T00:00:00.000000001Z", 0, 1), ("1969-12-31T23:59:59.5Z", -1, 500_000_000),
      ("1970-01-01T00:00:00.1234567899Z", 0, 123_456_789),
    ] as [(String, Int64, Int)])
  func `timestamps are parsed`(_ text: String, _ seconds: Int64, _ nanoseconds: Int) throws {
    let stamp = try #require(Timestamp(parsing: text))
    #expect(stamp.secondsSinceEpoch == seconds)
    #expect(stamp.nanoseconds == nanoseconds)
  }

  @Test(arguments: [
    "2014-12-09", "2014-12-09T13:50:51", "2014-12-09 13:50:51Z", "2014-12-09T24:00:00Z", "2014-12-09T1:50:51.0Z", "2014-12-09T13:50:51.Z",
    "2014-12-09T13:50:51.xZ", "2014-12-09T13:50:51+01:00", "2014-12-09T+1:50:51Z",
  ])
  func `other texts are not timestamps`(_ text: String) { #expect(Timestamp(parsing: text) == nil) }

  @Test(arguments: [("red, blue , green", ["red", "blue", "green"]), ("red", ["red"]), ("red,,blue,", ["red", "blue"])])
  func `word lists are parsed`(_ text: String, _ words: [String]) { #expect(WordList(parsing: text)?.words == words) }

  @Test(arguments: [(1, "I"), (4, "IV"), (6, "VI"), (9, "IX"), (14, "XIV"), (1977, "MCMLXXVII"), (3999, "MMMCMXCIX")])
  func `episodes have Roman numerals`(_ number: Int, _ roman: String) {
    #expect(Episode(number).roman == roman)
    #expect(Episode(number).display == .quantity([Measure(.whole(Int64(number)), unit: "episode")]))
  }

  @Test(arguments: [("4", OriginValue.integer(4)), ("+4", .text("+4")), ("04", .text("04")), ("IV", .text("IV")), ("", .text(""))])
  func `episode numbers sent as text are accepted`(_ text: String, _ value: OriginValue) {
    #expect(Episode(.text(text))?.originValue == value)
  }

  @Test(arguments: ["One\r\ntwo \r\n\r\nthree", "One\ntwo\n\n\nthree\n", "\nOne \rtwo\r \rthree"])
  func `paragraphs are separated by empty lines, whatever the line breaks`(_ text: String) {
    let prose = Prose(text)
    #expect(prose.paragraphs == [["One", "two"], ["three"]])
    #expect(prose.display == .text("One two\n\nthree"))
    #expect(prose.canonical == .string(text))
  }

  @Test func `a name is never an absent value`() {
    #expect(Prose("unknown").display == .text("unknown"))
    #expect(Prose("").display == .absent(.unknown))
  }
}
