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
}
