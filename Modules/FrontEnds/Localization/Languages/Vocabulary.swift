public import Models

/// Translations of the English names in Models. Names without a translation are shown in English, so English needs no vocabulary.
public struct Vocabulary: Sendable {
  /// Plural titles of kinds, by name of the kind: `people`.
  public let titles: [String: String]
  /// Words for one record, by name of the kind; in lower case if the language permits.
  public let singulars: [String: String]
  /// Field labels by key, `birthYear`, or by kind and key if one kind needs a different label: `starships.maxAtmospheringSpeed`.
  public let labels: [String: String]
  /// Section headings by English heading: `Looks`.
  public let headings: [String: String]
  public let absences: [Absence: String]
  /// Words in values by the origin's word: genders, colours, climates, ship classes. Excludes names.
  public let words: [String: String]
  /// Separator between the words of a list.
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
  /// Returns the title of a kind, `People`, or `nil` if it has no translation.
  public func title(of kind: KindName) -> String? { vocabulary.titles[kind.text] }

  /// Returns the word for one record of a kind, `person`, or `nil` if it has no translation.
  public func singular(of kind: KindName) -> String? { vocabulary.singulars[kind.text] }

  /// Returns the label of a field, `Born`, or `nil` if it has no translation.
  public func label(of field: String, in kind: KindName) -> String? {
    vocabulary.labels["\(kind).\(field)"] ?? vocabulary.labels[field]
  }

  /// Returns the heading of the section that Models calls `section`, or `nil` if it has no translation.
  public func heading(_ section: String) -> String? { vocabulary.headings[section] }

  public func word(for absence: Absence) -> String { vocabulary.absences[absence] ?? absence.rawValue }

  /// Returns the translation of a word of the origin, such as `brown`, or `nil` if it has none.
  public func word(for word: String) -> String? { vocabulary.words[word] }
}
