import Contracts
import MessageBus
import Models
import OrderedJSON

/// A condition on a field: `homeworld:tatooine`, `mass>100`.
struct FieldFilter: Sendable {
  /// A field of a kind, with the filter's value parsed for that field.
  struct Operand: Sendable {
    let field: Field
    /// Whether the field names the records of the kind.
    let isName: Bool
    let number: Double?
  }

  let comparison: FieldComparison
  let value: String
  let operands: [KindName: [Operand]]
  var isNegated = false

  private let words: [String]
  private let reference: Reference?
  /// For each word, how well it matches each term; set by ``compiled(for:until:)``.
  private var wordMatches: [WordMatches] = []

  /// Throws a 400 problem if no field named `name` supports the comparison with `value`.
  init(
    _ fields: [KindName: [Field]], named name: String, _ comparison: FieldComparison, _ value: String, kinds: Kinds
  ) throws(Problem) {
    self.comparison = comparison
    self.value = value
    words = FoldedText(value).words.map(\.text)
    reference = Reference(value)
    var operands: [KindName: [Operand]] = [:]
    for (kind, fields) in fields {
      operands[kind] = fields.map { field in
        Operand(field: field, isName: field == kinds[kind]?.fields.first, number: field.number(value))
      }
    }
    if comparison.isOrdering {
      guard operands.values.joined().contains(where: { $0.field.shape.hasOrder }) else {
        throw .withoutOrder(name, example: "\(name):\(QueryTerm.typed(value))")
      }
      let isDate = value.first?.isNumber == true
      operands = operands.mapValues { $0.filter { $0.number != nil || ($0.field.shape == .date && isDate) } }
      guard operands.values.contains(where: { !$0.isEmpty }) else {
        let (isDate, value) = Self.example(fields, kinds)
        let example = "\(name)>\(value)"
        throw .query(
          isDate ? .dateNeeded : .numberNeeded, "\(name) needs a \(isDate ? "date" : "number"), such as \(example)",
          ["name": .string(name), "instead": .string(example)])
      }
    }
    self.operands = operands
  }

  private static func example(_ fields: [KindName: [Field]], _ kinds: Kinds) -> (isDate: Bool, value: String) {
    let examples = fields.flatMap { _, fields in
      fields.compactMap { field -> (shape: Shape, value: String)? in
        guard let value = field.exampleOperand else { return nil }
        return (field.shape, unit(of: value, in: field).map { "\(value) (\($0))" } ?? value)
      }
    }
    if let date = examples.first(where: { $0.shape == .date }) { return (true, date.value) }
    return (false, (examples.first { $0.shape == .references } ?? examples.first)?.value ?? "100")
  }

  /// Returns the unit that a field assumes for a number without a unit; `nil` if `value` has its own unit or the field has no unit.
  private static func unit(of value: String, in field: Field) -> String? {
    guard value.allSatisfy(\.isNumber), case .quantity(let measures)? = field.type.display(.text(value)) else { return nil }
    return measures.first?.unit
  }

  // MARK: Matching

  /// Returns the filter with its words compared with all terms of a corpus, with typos tolerated if no record matches exactly.
  func compiled(for corpus: SearchCorpus, until deadline: Deadline) throws(Deadline.Exceeded) -> FieldFilter {
    guard !comparison.isOrdering else { return self }
    var filter = self
    for tolerance in [WordMatches.Tolerance.none, .full] {
      filter.wordMatches = try words.map { (word) throws(Deadline.Exceeded) in
        try WordMatches(word, corpus.lexicon, tolerating: tolerance, until: deadline)
      }
      for position in corpus.entries.indices {
        try deadline.check(at: position)
        if filter.matches(position, corpus) { return filter }
      }
    }
    return filter
  }

  /// Returns whether a record matches, ignoring ``isNegated``. The filter must be compiled for the corpus.
  func matches(_ position: Int, _ corpus: SearchCorpus) -> Bool {
    guard let operands = operands[corpus.entries[position].reference.kind] else { return false }
    return operands.contains { comparison.isOrdering ? isOrdered(corpus.entries[position].record, $0) : contains(position, $0, corpus) }
  }

  private func isOrdered(_ record: Record, _ operand: Operand) -> Bool {
    if operand.field.shape == .date {
      guard case .text(let date) = record.originValue(operand.field.key) else { return false }
      return comparison.isSatisfied(byDate: date, value)
    }
    guard let number = operand.number, case .number(let own)? = record.rank(operand.field.key) else { return false }
    return comparison.isSatisfied(by: own < number ? -1 : own > number ? 1 : 0)
  }

  private func contains(_ position: Int, _ operand: Operand, _ corpus: SearchCorpus) -> Bool {
    let entry = corpus.entries[position]
    if operand.isName { return matches(entry.terms[entry.nameWords], corpus) }
    let key = operand.field.key
    guard let field = entry.fields.first(where: { $0.key == key && !$0.isExtra }) else {
      // Metadata is not indexed.
      return IndexEntry.metadataFields.contains(key) && entry.record.display(key).flatMap(ValueText.text).map(matches(text:)) ?? false
    }
    switch field.form {
    case .absent(let absence): return matches(text: absence.rawValue)
    case .quantity:
      if let number = operand.number, case .number(let own)? = entry.record.rank(key) { return own == number }
      return matches(entry.terms[field.terms], corpus)
    case .name, .text, .prose: return matches(entry.terms[field.terms], corpus)
    case .reference, .references:
      return field.references.contains { index in
        if entry.references[index] == reference { return true }
        let target = Int(corpus.links[position].targets[index])
        return target >= 0 && matches(corpus.entries[target].terms[corpus.entries[target].nameWords], corpus)
      }
    }
  }

  /// Returns whether a text, given as its terms, has all words or begins of them, or equals them when joined.
  private func matches(_ terms: ArraySlice<Lexicon.TermID>, _ corpus: SearchCorpus) -> Bool {
    guard !words.isEmpty else { return false }
    if comparison == .contains, wordMatches.allSatisfy({ word in terms.contains { Self.isEnough(word[$0], of: word) } }) { return true }
    let size = words.reduce(0) { $0 + $1.utf8.count }
    guard terms.reduce(0, { $0 + corpus.lexicon[$1].text.utf8.count }) == size else { return false }
    return terms.lazy.map { corpus.lexicon[$0].text }.joined() == words.joined()
  }

  /// One letter is no beginning of a word.
  private static func isEnough(_ quality: MatchQuality, of word: WordMatches) -> Bool {
    switch quality {
    case .exact, .numeral, .oneEdit, .twoEdits: true
    case .prefix: word.letterCount > 1
    case .suffix, .prefixOneEdit, .prefixTwoEdits, .none: false
    }
  }

  private func matches(text: String) -> Bool {
    let (own, wanted) = (FoldedText(text).compact, words.joined())
    return !wanted.isEmpty && (own == wanted || comparison == .contains && wanted.utf8.count > 1 && own.hasPrefix(wanted))
  }

  /// Returns the filtered field of a record as text; `nil` if it is the name or has no value.
  func value(in record: Record, _ corpus: SearchCorpus) -> (key: String, text: String)? {
    for operand in operands[record.reference.kind] ?? [] where operand.field.section != nil {
      let key = operand.field.key
      if let text = corpus.text(of: key, in: record, isCounted: comparison.isOrdering) { return (key, text) }
    }
    return nil
  }
}
