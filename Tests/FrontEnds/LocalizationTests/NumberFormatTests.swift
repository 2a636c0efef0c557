import Models
import Testing

@testable import Localization

@Suite struct NumberFormatTests {
  @Test(arguments: [
    ("en", "999", "1,000", "12,345", "1,000,000,000,000", "-1,234.5"),
    ("de", "999", "1.000", "12.345", "1.000.000.000.000", "-1.234,5"),
    ("es", "999", "1000", "12.345", "1.000.000.000.000", "-1234,5"),
    ("fr", "999", "1\u{202F}000", "12\u{202F}345", "1\u{202F}000\u{202F}000\u{202F}000\u{202F}000", "-1\u{202F}234,5"),
    ("ja", "999", "1,000", "12,345", "1,000,000,000,000", "-1,234.5"),
  ])
  func `digits are grouped`(code: String, _ small: String, _ thousand: String, _ five: String, _ large: String, _ fraction: String) throws {
    let figures = try language(code).figures
    #expect(figures.integer(999) == small)
    #expect(figures.integer(1_000) == thousand)
    #expect(figures.integer(12_345) == five)
    #expect(figures.amount(.whole(1_000_000_000_000)) == large)
    #expect(figures.amount(.fraction(-1_234.5)) == fraction)
  }

  @Test(arguments: [
    (Amount.fraction(78.2), "78,2"), (.fraction(1e22), "1e+22"), (.fraction(0.5), "0,5"), (.whole(.min), "-9.223.372.036.854.775.808"),
  ])
  func `amounts are formatted`(amount: Amount, text: String) { #expect(German().figures.amount(amount) == text) }

  @Test(arguments: [
    (1.25, 1, "1.3"), (-1.25, 1, "-1.3"), (-0.01, 1, "0.0"), (0.05, 2, "0.05"), (1_234.567, 2, "1,234.57"), (2.5, 0, "3"),
    (1e300, 1, "1e+300"),
    (.infinity, 1, "∞"), (-.infinity, 1, "-∞"), (.nan, 1, "—"), (0.1234567, 9, "0.123457"),
  ])
  func `decimals are rounded half away from zero`(value: Double, places: Int, text: String) {
    #expect(English().figures.decimal(value, places: places) == text)
  }

  @Test(arguments: [
    ("en", "97.5%"), ("de", "97,5\u{A0}%"), ("es", "97,5\u{A0}%"), ("fr", "97,5\u{202F}%"), ("ja", "97.5%"), ("x-wookiee", "97.5%"),
  ])
  func `percentages are formatted`(code: String, text: String) throws { #expect(try language(code).figures.percent(0.975) == text) }

  @Test(arguments: [
    ("en", -5, "0 s"), ("en", 59, "59 s"), ("en", 120, "2 min"), ("de", 7_199, "1 h"), ("de", 86_400, "1 T"), ("fr", 200_000, "2 j"),
    ("es", 90_000_000, "1041 d"), ("ja", 130, "2分"), ("ja", 10_800, "3時間"),
  ])
  func `ages are rounded down to one unit`(code: String, seconds: Int, text: String) throws {
    #expect(try language(code).figures.age(seconds) == text)
  }

  @Test(arguments: [("en", "3 d 4 h"), ("de", "3 T 4 h"), ("fr", "3 j 4 h"), ("ja", "3日 4時間")])
  func `durations have two units`(code: String, text: String) throws {
    #expect(try language(code).figures.duration(3 * 86_400 + 4 * 3_600 + 59) == text)
  }

  @Test(arguments: [(0.64, "640 ms"), (2.132, "2.1 s"), (11.9, "11.9 s"), (750, "12 min")])
  func `the unit of a time that something took fits its length`(seconds: Double, text: String) {
    #expect(English().figures.elapsed(seconds) == text)
  }

  @Test func `infinite and negative durations are clamped`() {
    #expect(English().figures.duration(.infinity).hasSuffix(" h"))
    #expect(English().figures.duration(-1) == "0 s")
  }

  @Test(arguments: [("en", "3.4 MiB", "640 B"), ("de", "3,4 MiB", "640 B"), ("fr", "3,4 Mio", "640 o")])
  func `byte counts use the units of the language`(code: String, large: String, small: String) throws {
    let figures = try language(code).figures
    #expect(figures.bytes(3_565_158) == large)
    #expect(figures.bytes(640) == small)
  }

  @Test(arguments: [(0.44, "0,4 ms"), (9.96, "10,0 ms"), (12.4, "12 ms"), (1_234, "1.234 ms"), (12_500, "12,5 s")])
  func `milliseconds are formatted`(value: Double, text: String) { #expect(German().figures.milliseconds(value) == text) }

  @Test(arguments: [
    ("en", "25 May 1977"), ("de", "25. Mai 1977"), ("es", "25 de mayo de 1977"), ("fr", "25 mai 1977"), ("ja", "1977年5月25日"),
    ("x-wookiee", "25 Mraah 1977"),
  ])
  func `dates are written out`(code: String, text: String) throws {
    #expect(try language(code).figures.date(try #require(CalendarDate(parsing: "1977-05-25"))) == text)
  }

  @Test func `the first of a month is an ordinal in French`() throws {
    #expect(French().figures.date(try #require(CalendarDate(parsing: "1980-08-01"))) == "1er août 1980")
  }

  @Test(arguments: Languages.all.map(\.code)) func `a year has twelve months with different names`(code: String) throws {
    #expect(Set(try language(code).figures.dates.months).count == 12)
  }
}

func language(_ code: String) throws -> any Language { try #require(Languages.all.first { $0.code == code }) }
