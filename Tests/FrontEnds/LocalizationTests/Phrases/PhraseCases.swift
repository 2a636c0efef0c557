import TestSupport
import Testing

/// The names of the cases of phrases. Lists in tests are compared with the declaration, so that no case is forgotten.
enum PhraseCases {
  /// Returns the names of the cases that an enum in Modules/FrontEnds/Localization declares.
  static func declared(_ type: String, in file: String) throws -> Set<String> {
    let lines = try ProjectFolder.text("Modules/FrontEnds/Localization/\(file).swift").split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.contains("enum \(type):") })
    var names: Set<String> = []
    for line in lines[start...].dropFirst().prefix(while: { $0 != "}" }) where line.hasPrefix("  case ") {
      var depth = 0
      for part in line.dropFirst(7).split(whereSeparator: { character in
        depth += "([".contains(character) ? 1 : ")]".contains(character) ? -1 : 0
        return character == "," && depth == 0
      }) {
        names.insert(String(part.drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber }))
      }
    }
    return names
  }

  /// Returns the name of the case of a phrase.
  static func name(of phrase: some Any) -> String {
    let text = Mirror(reflecting: phrase).children.first?.label ?? "\(phrase)"
    return String(text.prefix { $0.isLetter || $0.isNumber })
  }

  /// Checks that a list has every case of a type.
  static func check<Phrase>(_ phrases: [Phrase], in file: String, but others: Set<String> = []) throws {
    let declared = try declared("\(Phrase.self)", in: file)
    let listed = Set(phrases.map { name(of: $0) }).union(others)
    #expect(declared.count > 1 && listed == declared, "\(Phrase.self): \(listed.symmetricDifference(declared))")
  }
}
