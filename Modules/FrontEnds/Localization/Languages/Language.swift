/// Language of the user interface: a file in this folder, and an entry in ``Languages``.
///
/// A language is data: the formats of numbers and dates, the words for values, and a table of texts by the English format of a ``Phrase``.
/// What has no translation is shown in English.
public protocol Language: Sendable {
  /// BCP 47 language tag: `de`.
  var code: String { get }
  /// Name of the language in the language itself: `Deutsch`.
  var name: String { get }
  var figures: NumberFormat { get }
  var plurals: PluralRule { get }
  /// Words for kinds, fields, headings, absences and values.
  var vocabulary: Vocabulary { get }
  /// The answers to questions such as ``Phrase/clearHistory``.
  var answers: AnswerWords { get }
  /// Translations of the phrases, by English format.
  var texts: [String: String] { get }

  /// Returns the translation of the English format of a phrase; `nil` if there is none.
  func translation(of english: String) -> String?
}

extension Language {
  public func translation(of english: String) -> String? { texts[english] }

  /// Returns a formatted number with its unit. `unit` is a unit of Models, such as `hours`, `BBY` for years before the battle, or an
  /// imperial unit: `ft`, `lb`, `mi` or `mph`. Returns `nil` for unknown units.
  func quantity(_ number: String, unit: String, _ plural: Plural) -> String? {
    switch unit {
    case "cm", "m", "km", "km/h", "kg", "MGLT": "\(number) \(unit)"
    case "percent": number + figures.percentSign
    default: units[unit].map { say(Phrase($0, .counted(number, plural))) }
    }
  }
}

/// English formats of quantities, by unit.
private let units = [
  "hours": "{number} {number:hour|hours}", "days": "{number} {number:day|days}", "weeks": "{number} {number:week|weeks}",
  "months": "{number} {number:month|months}", "years": "{number} {number:year|years}", "credits": "{number} {number:credit|credits}",
  "individuals": "{number}", "class": "class {number}", "BBY": "{number} BBY", "ABY": "{number} ABY", "standard": "{number} standard",
  "ft": "{number} ft", "lb": "{number} lb", "mi": "{number} mi", "mph": "{number} mph",
]

/// The answers to a question that is asked in a terminal. `y` and `yes` are understood in every language.
public struct AnswerWords: Sendable, Hashable {
  /// The letters that a prompt shows: `y` and `n`.
  public let yesLetter, noLetter: String
  /// Words besides ``yesLetter`` that mean yes, in lower case.
  private let yesWords: [String]

  public init(yes letter: String, _ words: String..., no: String) {
    yesLetter = letter
    yesWords = words
    noLetter = no
  }

  /// Returns whether a person has agreed. Ignores case and spaces around the answer.
  public func isYes(_ answer: String) -> Bool {
    let word = answer.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    return word == yesLetter || yesWords.contains(word) || ["y", "yes"].contains(word)
  }

  /// The end of a prompt whose default is no: `[y/N]`.
  public func choices() -> String { "[\(yesLetter)/\(noLetter.uppercased())]" }
}
