import Foundation
import Models
import Testing

@testable import Presentation

@Suite struct LanguagesTests {
  /// Add a new folder of Languages/ to the list in Languages.swift.
  @Test func theListHoldsEveryFolderOnce() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../../Modules/Presentation/Languages").standardized
    let folders = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".swift") }.sorted()
    #expect(Languages.all.map { "\(type(of: $0))" }.sorted() == folders)
  }

  @Test func codesAndNamesAreDifferent() {
    #expect(Set(Languages.all.map(\.code)).count == Languages.all.count)
    #expect(Set(Languages.all.map(\.name)).count == Languages.all.count)
    #expect(Languages.all[0].code == "en")
  }

  @Test(arguments: [
    ("de", "de"), ("de_DE.UTF-8", "de"), ("de-AT", "de"), ("DE", "de"), ("Deutsch", "de"), ("ja_JP.eucJP", "ja"), ("ca_ES@valencia", nil),
    ("es_MX@euro", "es"), ("wookiee", "x-wookiee"), ("x-wookiee", "x-wookiee"), ("Shyriiwook", "x-wookiee"), ("C", nil), ("C.UTF-8", nil),
    ("POSIX", nil), ("den", nil), ("", nil), ("日本語", "ja"),
  ])
  func languagesAreFoundByWhatPeopleCallThem(text: String, code: String?) {
    #expect(Languages.speaking(text)?.code == code)
  }

  @Test(arguments: Languages.all.map(\.code)) func everyActionHasANameOfItsOwn(code: String) throws {
    let language = try language(code)
    let names = Action.allCases.map { language.say($0) }
    #expect(!names.contains(""))
    #expect(Set(names).count == names.count)
  }
}
