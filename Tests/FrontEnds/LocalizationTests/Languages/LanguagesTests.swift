import TestSupport
import Testing

@testable import Localization

@Suite struct LanguagesTests {
  /// If this fails, add the new folder of Languages/ to the list in Languages.swift.
  @Test func `the list contains every folder once`() throws {
    let folders = try ProjectFolder.folders(in: "Modules/FrontEnds/Localization/Languages")
    #expect(Languages.all.map { "\(type(of: $0))" }.sorted() == folders)
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
