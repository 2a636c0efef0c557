import TestSupport
import Testing

@testable import Localization

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
