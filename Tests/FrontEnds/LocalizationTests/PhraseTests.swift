import Models
import TestSupport
import Testing

@testable import Localization

@Suite struct PhraseTests {
  static let translated = Languages.all.filter { !$0.texts.isEmpty }

  @Test func `a text without a translation is in English`() {
    for language in Languages.all where language.code != "x-wookiee" {
      #expect(language.say(Phrase("no translation of {text}", .text("x"))) == "no translation of x")
    }
  }

  @Test func `values are written as the language has them`() {
    #expect(English().say(.didYouMean(["a"])) == "Did you mean a?")
    #expect(English().say(.didYouMean(["a", "b", "c"])) == "Did you mean a, b or c?")
    #expect(German().say(.didYouMean(["a", "b"])) == "Meinten Sie a oder b?")
    #expect(German().say(.retryIn(seconds: 90)) == "In 1 min erneut versuchen.")
    #expect(English().say(.noRecords("People")) == "There are no people.")
    #expect(German().say(.noRecords("Personen")) == "Es gibt keine Personen.")
    #expect(English().say(.indexIncomplete(1, of: 260)) == "The index has 1 of 260 records; run holocron cache warm to fetch the rest.")
    #expect(German().say(.verbatim("a {name} `b`")) == "a {name} `b`")
    #expect(English().say(.servedStale(age: nil, status: nil)) == "no usable answer from the origin; showing older data")
  }

  @Test(arguments: ["", "{", "`x", "a {b", "{}", "{a:}", "x}"]) func `an incomplete format traps nowhere`(format: String) {
    for language in Languages.all { _ = language.say(Phrase(format, .number(1))) }
  }

  /// If this fails, a language lacks a text that another one has, or has one that another lacks because both languages say the same.
  @Test func `languages translate the same texts`() {
    // The same as in English.
    let cognates = 25
    let all = Set(Self.translated.flatMap(\.texts.keys))
    for language in Self.translated {
      let missing = all.subtracting(language.texts.keys)
      #expect(missing.count <= cognates, "\(language.code): \(missing.sorted())")
      #expect(missing.allSatisfy { !$0.contains(" ") || $0.contains("{") }, "\(language.code): \(missing.sorted())")
    }
  }

  @Test func `every translated text is one that the program says`() throws {
    let all = try ProjectFolder.swiftPaths(in: "Modules/FrontEnds") + ProjectFolder.swiftPaths(in: "Apps")
    let sources = all.filter {
      !$0.contains("/Languages/") || $0.contains("/Language.swift")
    }
    let said = Set(try sources.flatMap { try ProjectFolder.text($0).split(separator: "\"") })
    for language in Self.translated {
      #expect(language.texts.keys.filter { !said.contains(Substring($0)) }.sorted() == [], "\(language.code)")
    }
  }

  @Test func `translations have the values of the English text`() {
    for language in Self.translated {
      for (english, text) in language.texts {
        #expect(Set(Phrase.names(in: text)) == Set(Phrase.names(in: english)), "\(language.code): \(text)")
      }
    }
  }

  @Test func `commands and options are the same in every language`() {
    for language in Self.translated {
      for (english, text) in language.texts {
        for name in english.matches(of: /(--[a-z]+|HOLOCRON_[A-Z]+|holocron [a-z]+)/).map({ String($0.0) }) {
          #expect(text.contains(name), "\(language.code): \(text)")
        }
      }
    }
  }

  @Test func `Wookiee is made from English`() {
    let wookiee = Wookiee()
    let marked = wookiee.say(.tooManyMarked(5, limit: 4))
    #expect(marked.contains("5") && marked.contains("4") && !marked.contains("marked"))
    #expect(wookiee.say(.copiedAsJSON("Yoda")).contains("Yoda") && wookiee.say(.copiedAsJSON("Yoda")).contains("JSON"))
    #expect(wookiee.say(.indexIncomplete(1, of: 2)).contains("holocron cache warm"))
    #expect(wookiee.say(.loading) == wookiee.say(.loading) && wookiee.say(.loading).hasSuffix("…"))
  }
}

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

@Suite struct LanguagesTests {
  /// If this fails, add the new file of Languages/ to the list in Languages.swift.
  @Test func `the list contains every language of the folder once`() throws {
    let folder = "Modules/FrontEnds/Localization/Languages"
    let languages = try ProjectFolder.swiftFiles(in: folder).filter {
      try ProjectFolder.text("\(folder)/\($0).swift").contains("public struct \($0): Language {")
    }
    #expect(Languages.all.map { "\(type(of: $0))" }.sorted() == languages)
  }

  @Test func `codes and names are unique`() {
    #expect(Set(Languages.all.map(\.code)).count == Languages.all.count)
    #expect(Set(Languages.all.map(\.name)).count == Languages.all.count)
    #expect(Languages.all[0].code == "en")
  }

  @Test(arguments: [
    ("de", "de"), ("de_DE.UTF-8", "de"), ("de-AT", "de"), ("DE", "de"), ("Deutsch", "de"), ("ja_JP.eucJP", "ja"), ("ca_ES@valencia", nil),
    ("es_MX@euro", "es"), ("wookiee", "x-wookiee"), ("x-wookiee", "x-wookiee"), ("Shyriiwook", "x-wookiee"), ("C", nil), ("C.UTF-8", nil),
    ("POSIX", nil), ("den", nil), ("", nil), ("日本語", "ja"),
  ])
  func `languages are found by code, locale or name`(text: String, code: String?) {
    #expect(Languages.matching(text)?.code == code)
  }

  @Test func `Japanese counters follow their number without a space`() throws {
    let japanese = try #require(Languages.all.first { $0.code == "ja" })
    let texts = [
      japanese.say(.found(7)), japanese.say(.part(3, of: 82)), japanese.say(.differences(2, of: 9)), japanese.say(.rank(4, of: 16)),
      japanese.say(.sharedFilms(4)), japanese.say(.marked(2)), japanese.say(.steps(4)), japanese.say(.alternative(1, of: 30)),
    ]
    #expect(texts.filter { $0.contains(" ") } == [])
  }
}
