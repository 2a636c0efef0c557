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

  @Test(arguments: [
    ("en", "1 result", "2 results", "1,000,000 results"), ("de", "1 Treffer", "2 Treffer", "1.000.000 Treffer"),
    ("fr", "1 résultat", "2 résultats", "1\u{202F}000\u{202F}000 résultats"), ("ja", "1件", "2件", "1,000,000件"),
  ])
  func `a count has the right word form`(code: String, one: String, two: String, million: String) throws {
    let language = try #require(Languages.matching(code))
    #expect([1, 2, 1_000_000].map { language.say(.found($0)) } == [one, two, million])
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
    let sources = try ProjectFolder.swiftPaths(in: "Modules/FrontEnds").filter {
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
