import Models
import Testing

@testable import Localization

@Suite struct PluralTests {
  /// Cardinal rules of CLDR at their boundaries.
  @Test(arguments: [
    (
      PluralRule.one,
      [Amount.whole(0): Plural.other, .whole(1): .one, .whole(2): .other, .fraction(1.5): .other, .whole(1_000_000): .other]
    ),
    (
      .oneAndMillions,
      [.whole(0): .other, .whole(1): .one, .whole(2): .other, .fraction(1.5): .other, .whole(1_000_000): .many, .whole(1_000_001): .other]
    ),
    (
      .belowTwoAndMillions,
      [
        .whole(0): .one, .whole(1): .one, .fraction(1.5): .one, .whole(2): .other, .whole(-1): .one, .whole(2_000_000): .many,
        .fraction(2_000_000.5): .other,
      ]
    ),
    (.never, [.whole(0): .other, .whole(1): .other, .whole(1_000_000): .other]),
  ])
  func `plural rules are those of CLDR`(rule: PluralRule, forms: [Amount: Plural]) {
    for (number, form) in forms { #expect(rule.form(of: number) == form, "\(number)") }
  }

  @Test(arguments: [
    ("en", 0, "0 films"), ("en", 1, "1 film"), ("en", 1_234, "1,234 films"), ("de", 1, "1 film"), ("fr", 0, "0 film"), ("fr", 2, "2 films"),
    ("fr", 1_000_000, "1\u{202F}000\u{202F}000 de films"), ("es", 1_000_000, "1.000.000 de films"), ("ja", 1, "1 films"),
  ])
  func `a count has the right word form`(code: String, count: Int, text: String) throws {
    let phrase = Phrase("{count} {count:film|films\(code == "en" ? "" : "|de films")} ", .number(count))
    #expect(try language(code).say(phrase) == text + " ")
  }

  @Test func `the form 'many' defaults to 'other'`() {
    #expect(Plural.many.choose(among: ["one", "other"]) == "other")
    #expect(Plural.many.choose(among: ["one", "other", "many"]) == "many")
  }
}
