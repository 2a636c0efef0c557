import Contracts
import MessageBus
import Models
import OrderedJSON

/// A condition on a field: `homeworld:tatooine`, `mass>100`.
struct FieldFilter: Sendable {
  /// A field of a kind, with the filter's value parsed for that field.
  struct Operand: Sendable {
    let field: FieldDescription
    /// Whether the field names the records of the kind.
    let isName: Bool
    /// The value as a number; `nil` if it is not one.
    let number: Double?
  }

  let comparison: FieldComparison
  let value: String
  let operands: [KindName: [Operand]]
  /// Whether matching records are excluded.
  var isNegated = false

  /// The words of ``value``, folded.
  private let words: [String]
  /// The value as a reference, if it is one.
  private let reference: Reference?
  /// Maximum number of edits in a word; set by ``compiled(for:until:)``, like the following properties.
  private var isLenient = false
  /// For each word, by term ID, whether it matches the term.
  private var isMatch: [[Bool]] = []
  /// The reasons for having no value that match.
  private var absences: Set<Absence> = []

  /// Throws a 400 problem if no field named `name` supports the comparison with `value`.
  init(
    _ fields: [KindName: [FieldDescription]], named name: String, _ comparison: FieldComparison, _ value: String, kinds: Kinds
  ) throws(Problem) {
    self.comparison = comparison
    self.value = value
    words = FoldedText(value).words.map(\.text)
    reference = Reference(value)
    var operands: [KindName: [Operand]] = [:]
    for (kind, fields) in fields {
      operands[kind] = fields.map { field in
        Operand(field: field, isName: field == kinds[kind]?.fields.first, number: kinds[kind]?.number(value, in: field))
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

  private static func example(_ fields: [KindName: [FieldDescription]], _ kinds: Kinds) -> (isDate: Bool, value: String) {
    let examples = fields.flatMap { name, fields in
      fields.compactMap { field -> (shape: Shape, value: String)? in
        guard let kind = kinds[name], let value = kind.exampleOperand(of: field) else { return nil }
        return (field.shape, unit(of: value, in: field, of: kind).map { "\(value) (\($0))" } ?? value)
      }
    }
    if let date = examples.first(where: { $0.shape == .date }) { return (true, date.value) }
    return (false, (examples.first { $0.shape == .references } ?? examples.first)?.value ?? "100")
  }

  /// Returns the unit that a field assumes for a number without a unit; `nil` if `value` has its own unit or the field has no unit.
  private static func unit(of value: String, in field: FieldDescription, of kind: KindDescription) -> String? {
    guard field.shape == .quantity, value.allSatisfy(\.isNumber) else { return nil }
    let record = try? kind.record(id: 1) { $0 == field.key ? .text(value) : .missing }
    guard case .quantity(let measures)? = record?.display(field.key) else { return nil }
    return measures.first?.unit
  }

  // MARK: Matching

  /// Returns the filter with its words compared with all terms of a corpus, with typos tolerated if no record matches exactly.
  func compiled(for corpus: SearchCorpus, until deadline: Deadline) throws(Deadline.Exceeded) -> FieldFilter {
    guard !comparison.isOrdering else { return self }
    var filter = self
    try filter.compareWords(with: corpus.lexicon, until: deadline)
    for position in corpus.entries.indices {
      try deadline.check(at: position)
      if filter.matches(position, corpus) { return filter }
    }
    filter.isLenient = true
    try filter.compareWords(with: corpus.lexicon, until: deadline)
    return filter
  }

  private mutating func compareWords(with lexicon: Lexicon, until deadline: Deadline) throws(Deadline.Exceeded) {
    absences = Set(Absence.allCases.filter { matches(text: $0.rawValue) })
    isMatch = try words.map { (word) throws(Deadline.Exceeded) in
      let typed = TypedWord(word, isLenient ? .full : .none)
      var isMatch = [Bool](repeating: false, count: lexicon.terms.count)
      for id in isMatch.indices {
        try deadline.check(at: id)
        isMatch[id] = typed.mayMatch(lexicon.terms[id].letters) && Self.matches(typed, lexicon.terms[id])
      }
      return isMatch
    }
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
    case .absent(let absence): return absences.contains(absence)
    case .quantity:
      if let number = operand.number, case .number(let own)? = entry.record.rank(key) { return own == number }
      return matches(entry.terms[field.terms], corpus)
    case .text, .prose: return matches(entry.terms[field.terms], corpus)
    case .reference, .references:
      return field.references.contains { index in
        if entry.references[index] == reference { return true }
        let target = Int(corpus.links[position].targets[index])
        return target >= 0 && matches(corpus.entries[target].terms[corpus.entries[target].nameWords], corpus)
      }
    }
  }

  /// Returns whether a text, given as its terms, matches.
  private func matches(_ terms: ArraySlice<Lexicon.TermID>, _ corpus: SearchCorpus) -> Bool {
    guard !words.isEmpty else { return false }
    if comparison == .contains, isMatch.allSatisfy({ isMatch in terms.contains { isMatch[Int($0)] } }) { return true }
    // Equal words are equal when joined, too.
    let size = words.reduce(0) { $0 + $1.utf8.count }
    guard terms.reduce(0, { $0 + corpus.lexicon[$1].text.utf8.count }) == size else { return false }
    return terms.lazy.map { corpus.lexicon[$0].text }.joined() == words.joined()
  }

  private func matches(text: String) -> Bool {
    let own = FoldedText(text).words.map(\.text)
    guard !words.isEmpty else { return false }
    if own.joined() == words.joined() { return true }
    guard comparison == .contains else { return false }
    let terms = own.map { Lexicon.Term($0) }
    return words.allSatisfy { word in
      let typed = TypedWord(word, isLenient ? .full : .none)
      return terms.contains { Self.matches(typed, $0) }
    }
  }

  /// Returns whether a term is the word, or begins with it if the word has more than one letter.
  private static func matches(_ typed: TypedWord, _ term: Lexicon.Term) -> Bool {
    switch typed.quality(of: term) {
    case .exact, .numeral, .oneEdit, .twoEdits: true
    case .prefix: typed.letters.count > 1
    case .suffix, .prefixOneEdit, .prefixTwoEdits, .none: false
    }
  }

  /// Returns the filtered field of a record as text; `nil` if it is the name or has no value.
  func value(in record: Record, name: (Reference) -> String?) -> (key: String, text: String)? {
    for operand in operands[record.reference.kind] ?? [] where operand.field.section != nil {
      let key = operand.field.key
      switch record.display(key) {
      case .reference(let target)?: return (key, name(target) ?? "\(target)")
      case .references(let targets)? where comparison.isOrdering: return (key, String(targets.count))
      case .references(let targets)?: return (key, targets.compactMap(name).joined(separator: ", "))
      case let value?: return ValueText.text(value).map { (key, $0) }
      case nil: continue
      }
    }
    return nil
  }
}
