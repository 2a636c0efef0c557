import Models
import OrderedJSON

/// An indexed record with its words as terms: first the words of the name, then its compounds (``IndexEntry/compounds(of:)``), then the words of
/// each field. A class, because searches and updates of the index copy references to thousands of entries.
final class IndexEntry: Sendable {
  /// A field, and which of the terms or references of the entry belong to it.
  struct Field: Sendable {
    enum Form: Sendable {
      case name
      /// Text, words or a date.
      case text
      case prose
      case quantity
      /// Matched by the name of the referenced record.
      case reference
      /// Matched by the names of the referenced records.
      case references
      /// No value. Not searched, but filters find the reason.
      case absent(Absence)

      init(_ value: DisplayValue, isProse: Bool) {
        switch value {
        case .reference: self = .reference
        case .references: self = .references
        case .absent(let absence): self = .absent(absence)
        case .quantity: self = .quantity
        case .text, .words, .date: self = isProse ? .prose : .text
        }
      }
    }

    let key: String
    /// Whether this is an extra member of the origin, whose key may be that of a field.
    let isExtra: Bool
    let form: Form
    /// The indices among ``IndexEntry/terms``; empty for references and absent values.
    let terms: Range<Int>
    /// The indices among ``IndexEntry/references``; empty for other fields.
    let references: Range<Int>

    var isProse: Bool { if case .prose = form { true } else { false } }
    var isList: Bool { if case .references = form { true } else { false } }

    /// Penalty for a match in this field, from 0 to 8: lowest for a fact that is a single word, higher for a list, highest for running text.
    var vagueness: Int {
      switch form {
      case .text, .quantity: terms.count == 1 ? 0 : terms.count < 4 ? 1 : 2
      case .prose: 8
      case .references: 4
      case .name, .reference, .absent: 0
      }
    }
  }

  let record: Record
  let kindOrder: Int
  /// The indices of the words of the name among ``terms``.
  let nameWords: Range<Int>
  /// The name with its words and compounds, of which the whole name joined is the last, then the fields.
  let fields: [Field]
  let references: [Reference]
  /// Estimate of the memory that the entry takes, in bytes.
  let size: Int
  let terms: [Lexicon.TermID]

  /// Creates the entry of a record, whose words are added to `lexicon`.
  init(_ record: Record, _ schema: CorpusSchema, addingTo lexicon: inout Lexicon) {
    self.record = record
    let kind = record.reference.kind
    kindOrder = schema.order(of: kind)
    var words = FoldedText(record.name).words.map(\.text)
    nameWords = 0..<words.count
    for compound in Self.compounds(of: nameWords) { words.append(words[compound].joined()) }
    let nameTerms = 0..<words.count
    var fields = [Field(key: "", isExtra: false, form: .name, terms: nameTerms, references: 0..<0)]
    var references: [Reference] = []
    let rows = record.sections.flatMap(\.rows)
    // The members of other kinds are their fields.
    let isKnown = schema.kinds[kind] != nil
    for (index, row) in rows.enumerated() where !Self.metadataFields.contains(row.key) {
      let form = Field.Form(row.value, isProse: schema.isProse(row.key, of: kind))
      let (firstWord, firstReference) = (words.count, references.count)
      if case .absent = form {} else { words += ValueText.text(row.value).map { FoldedText($0).words.map(\.text) } ?? [] }
      references += row.value.references
      fields.append(
        Field(
          key: row.key, isExtra: isKnown && index >= rows.count - record.extras.count, form: form, terms: firstWord..<words.count,
          references: firstReference..<references.count))
    }
    terms = words.map { lexicon.add($0) }
    (self.fields, self.references) = (fields, references)
    let extraBytes = record.extras.reduce(0) { $0 + $1.name.utf8.count + 2 * ($1.value.string?.utf8.count ?? 64) }
    size = 2_000 + 2 * extraBytes + 24 * words.count + 120 * nameTerms.count + 80 * fields.count + 64 * references.count
  }

  var reference: Reference { record.reference }
  var name: String { record.name }

  /// The indices of the words of the name and its compounds among ``terms``.
  var nameTerms: Range<Int> { fields[0].terms }

  /// The term of the name without separators; `nil` for a name without letters.
  var compactName: Lexicon.TermID? { nameTerms.isEmpty ? nil : terms[nameTerms.upperBound - 1] }

  /// Metadata of the origin, which is not indexed.
  static let metadataFields: Set = ["created", "edited"]

  /// Returns the ranges of adjacent words of a name that are also found when joined, such as `obiwan`: pairs, threes and, last, the whole name.
  static func compounds(of words: Range<Int>) -> [Range<Int>] {
    guard words.count > 1 else { return [] }
    return Set([2, 3, words.count]).sorted().filter { $0 <= words.count }.flatMap { length in
      (0...words.count - length).map { $0..<$0 + length }
    }
  }

  /// Returns the characters from which the term of a field or a name was made, of which the words come first, then their compounds.
  static func places(ofTerm index: Int, among words: [FoldedText.Word]) -> [Int]? {
    if index < words.count { return words[index].places }
    let compounds = compounds(of: words.indices)
    guard index - words.count < compounds.count else { return nil }
    return words[compounds[index - words.count]].flatMap(\.places)
  }

  /// Returns the text that is searched in a field; `nil` for references.
  func text(ofField index: Int) -> String? {
    let field = fields[index]
    if index == 0 { return name }
    if field.isExtra { return record.extras[field.key].map { $0.string ?? $0.text() } }
    return record.display(field.key).flatMap(ValueText.text)
  }
}

/// What the kinds say about records, in a form that is quick to look up.
struct CorpusSchema: Sendable {
  let kinds: Kinds
  /// By kind: its position, the keys of its name and its running text, and the words that can name each field, by its key.
  private let facts: [KindName: (order: Int, nameKey: String, proseKeys: Set<String>, labels: [String: Set<String>])]
  /// The words that can name kinds and fields.
  private let labels: Set<String>

  init(_ kinds: Kinds) {
    self.kinds = kinds
    facts = Dictionary(
      kinds.all.enumerated().map { order, kind in
        let labels = Dictionary(kind.fields.map { ($0.key, Self.words($0.label, $0.key)) }, uniquingKeysWith: { first, _ in first })
        let prose = Set(kind.fields.filter { $0.shape == .prose }.map(\.key))
        return (kind.name, (order, kind.fields.first?.key ?? "name", prose, labels))
      }, uniquingKeysWith: { first, _ in first })
    labels = facts.values.flatMap(\.labels.values).reduce(into: Set(kinds.all.flatMap(\.words))) { $0.formUnion($1) }
  }

  private static func words(_ label: String, _ key: String) -> Set<String> {
    Set(FoldedText(label).words.map(\.text) + [FoldedText(key).compact])
  }

  /// Returns the position of a kind in the order of records; kinds that are not known come last.
  func order(of kind: KindName) -> Int { facts[kind]?.order ?? facts.count }

  func isProse(_ key: String, of kind: KindName) -> Bool { facts[kind]?.proseKeys.contains(key) ?? false }

  /// Returns the key of the field that names the records of a kind.
  func nameKey(of kind: KindName) -> String { facts[kind]?.nameKey ?? "name" }

  /// Returns whether a word can name a kind or a field.
  func isLabel(_ word: String) -> Bool { labels.contains(word) }

  /// Returns whether a word can name a field of a record: it is in the field's label, or is its key.
  func isLabel(_ word: String, of field: IndexEntry.Field, of kind: KindName) -> Bool {
    (facts[kind]?.labels[field.key] ?? Self.words(field.key, field.key)).contains(word)
  }
}

/// Plain text of values, for searching and excerpts. Front-ends format values in the user's language.
enum ValueText {
  /// Returns the text of a value; `nil` for references, which are searched by the names of their records.
  static func text(_ value: DisplayValue) -> String? {
    switch value {
    case .text(let text): text
    case .words(let words): words.joined(separator: ", ")
    case .quantity(let measures): measures.map(text).joined(separator: ", ")
    case .date(let date): "\(date.year)-\(padded(date.month))-\(padded(date.day))"
    case .absent(let absence): absence.rawValue
    case .reference, .references: nil
    }
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

  private static func text(_ measure: Measure) -> String {
    let number = measure.amount.text + (measure.upTo.map { "–" + $0.text } ?? "")
    let place = measure.place.map { " (\($0))" } ?? ""
    switch measure.unit {
    case "ABY" where number.hasPrefix("-"): return "\(number.dropFirst()) BBY\(place)"
    case "class", "episode": return "\(measure.unit) \(number)\(place)"
    case "individuals": return number + place
    case "percent": return "\(number)%\(place)"
    default: return "\(number) \(measure.unit)\(place)"
    }
  }
}
