import Models
import TestSupport
import Testing

@testable import Localization

/// Rules of style that hold for all texts of a language.
@Suite struct StyleTests {
  /// Returns the string literals of the files of a language, without the English keys of the help.
  private static func lines(of language: String) throws -> [Substring] {
    let folder = "Modules/FrontEnds/Localization"
    let files = try ProjectFolder.folders(in: folder).flatMap { group in
      try ProjectFolder.swiftFiles(in: "\(folder)/\(group)").filter { $0.hasPrefix(language) }.map { "\(folder)/\(group)/\($0).swift" }
    }
    #expect(files.count > 10)
    return try files.flatMap { try ProjectFolder.text($0).split(separator: "\n").map { $0 } }
  }

  @Test func `Japanese has no space before a counter, and full-width brackets beside Japanese text`() throws {
    for line in try Self.lines(of: "Japanese") {
      #expect(line.firstMatch(of: /[0-9N] (件|個|つ|行|ページ|人|問|台)/) == nil, "\(line)")
      #expect(line.firstMatch(of: /[ぁ-んァ-ヶ一-龠] ?\([^)]*[ぁ-んァ-ヶ一-龠][^)]*\)/) == nil || line.contains("case ."), "\(line)")
    }
  }

  @Test func `Japanese does not call a planet a co-star`() {
    #expect(Japanese().say(DetailPhrase.appearsWith) == "共に登場")
  }

  @Test func `Spanish speaks to the user formally`() throws {
    let informal = /(; |: |\(|")(inicia|escribe|pulsa|prueba|usa|añade|elige|abre|ejecuta)( |")/
    for line in try Self.lines(of: "Spanish").filter({ $0.contains("case .") }) {
      #expect(line.firstMatch(of: informal) == nil, "\(line)")
    }
  }

  @Test func `French needs no gender for a field without a value`() {
    #expect(French().word(for: .none) == "néant")
  }
}
