public import Models

/// The words of a language for what Models names in English. What a table lacks is shown as Models names it, so English needs no tables.
public struct Vocabulary: Sendable {
  /// All records of a kind, by its name: `people`.
  public let titles: [String: String]
  /// One record of a kind, by its name; in lower case where the language writes it so.
  public let singulars: [String: String]
  /// By the key of the field, `birthYear`, or by kind and key where one kind needs another word: `starships.maxAtmospheringSpeed`.
  public let labels: [String: String]
  /// By the heading in English: `Looks`.
  public let headings: [String: String]
  public let absences: [Absence: String]
  /// Words that values are made of, by the word of the origin: genders, colours, climates, classes of ships. Names are none of them.
  public let words: [String: String]
  /// Between words of a list.
  public let separator: String

  public init(
    titles: [String: String] = [:], singulars: [String: String] = [:], labels: [String: String] = [:], headings: [String: String] = [:],
    absences: [Absence: String] = [:], words: [String: String] = [:], separator: String = ", "
  ) {
    self.titles = titles
    self.singulars = singulars
    self.labels = labels
    self.headings = headings
    self.absences = absences
    self.words = words
    self.separator = separator
  }
}

extension Language {
  /// All records of a kind: `People`. `nil` for kinds that the language does not know.
  public func title(of kind: KindName) -> String? { vocabulary.titles[kind.text] }

  /// One of them: `person`. `nil` for kinds that the language does not know.
  public func singular(of kind: KindName) -> String? { vocabulary.singulars[kind.text] }

  /// The name of a field: `Born`. `nil` for fields that the language does not know.
  public func label(of field: String, in kind: KindName) -> String? {
    vocabulary.labels["\(kind).\(field)"] ?? vocabulary.labels[field]
  }

  /// The heading that Models calls `section`. `nil` for headings that the language does not know.
  public func heading(_ section: String) -> String? { vocabulary.headings[section] }

  public func word(for absence: Absence) -> String { vocabulary.absences[absence] ?? absence.rawValue }

  /// A word of the origin, `brown`, where it is one of those that the language knows; else `nil`.
  public func word(for word: String) -> String? { vocabulary.words[word] }

  /// The form of a word that goes with `count`: `plural(3, "film", "films")` is `films`.
  public func plural(_ count: Int, _ one: String, _ other: String, many: String? = nil) -> String {
    plurals.form(of: count).choose(one, other, many: many)
  }

  /// The number and the form of the word that goes with it: `3 films`, `1,234 films`.
  public func counted(_ count: Int, _ one: String, _ other: String, many: String? = nil) -> String {
    "\(figures.integer(count)) \(plural(count, one, other, many: many))"
  }
}
