import Contracts
import MessageBus
import Models
import OrderedJSON

/// A condition on a field: `homeworld:tatooine`, `mass>100`.
struct FieldFilter: Sendable {
  /// A field of a kind, with the filter's value parsed for that field.
  struct Operand: Sendable {
    let field: FieldDescription
    /// The value as a number; `nil` if it is not one.
    let number: Double?
  }

  let comparison: FieldComparison
  let value: String
  let operands: [KindName: [Operand]]
  /// Whether matching records are excluded.
  var isNegated = false
  /// Whether typos in words are tolerated.
  var isLenient = false

  /// The words of ``value``, folded.
  let words: [String]
  /// The words without separators, in UTF-8.
  let compact: [UInt8]
  /// The value as a reference, if it is one.
  let reference: Reference?

  /// Throws a 400 problem if no field named `name` supports the comparison with `value`.
  init(
    _ fields: [KindName: [FieldDescription]], named name: String, _ comparison: FieldComparison, _ value: String, kinds: Kinds
  ) throws(Problem) {
    self.comparison = comparison
    self.value = value
    words = FoldedText(value).words.map(\.text)
    compact = Array(words.joined().utf8)
    reference = Reference(value)
    var operands: [KindName: [Operand]] = [:]
    for (kind, fields) in fields {
      operands[kind] = fields.map { Operand(field: $0, number: kinds[kind]?.number(value, in: $0)) }
    }
    let all = operands.values.flatMap(\.self)
    if comparison.isOrdering {
      guard all.contains(where: { $0.field.shape.hasOrder }) else {
        throw .withoutOrder(name, example: "\(name):\(QueryTerm.typed(value))")
      }
      operands = operands.mapValues { $0.filter { $0.number != nil || ($0.field.shape == .date && Self.isDate(value)) } }
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

  private static func isDate(_ value: String) -> Bool { value.first?.isNumber == true }

  private static func example(_ fields: [KindName: [FieldDescription]], _ kinds: Kinds) -> (isDate: Bool, value: String) {
    let examples = fields.flatMap { name, fields in
      fields.compactMap { field -> (shape: Shape, value: String)? in
        guard let kind = kinds[name], let value = kind.exampleOperand(of: field) else { return nil }
        return (field.shape, unit(of: value, in: field, of: kind).map { "\(value) (\($0))" } ?? value)
      }
    }
    if let date = examples.first(where: { $0.shape == .date }) { return (true, date.value) }
    let number = examples.first { $0.shape == .references } ?? examples.first
    return (false, number?.value ?? "100")
  }

  /// Returns the unit that a field assumes for a number without a unit; `nil` if `value` has its own unit or the field has no unit.
  private static func unit(of value: String, in field: FieldDescription, of kind: KindDescription) -> String? {
    guard field.shape == .quantity, value.allSatisfy(\.isNumber) else { return nil }
    let record = try? kind.record(id: 1) { $0 == field.key ? .text(value) : .missing }
    guard case .quantity(let measures)? = record?.display(field.key) else { return nil }
    return measures.first?.unit
  }

  /// Returns whether a record matches in one field, ignoring ``isNegated``. `name` returns the name of a referenced record, or `nil` if it is
  /// unknown. ``CompiledFilter`` tests most fields without the record.
  func matches(_ record: Record, _ operand: Operand, name: (Reference) -> String?) -> Bool {
    guard !comparison.isOrdering else { return satisfiesOrdering(record, operand) }
    switch record.display(operand.field.key) {
    case nil: return false
    case .reference(let target)?: return matchesName(of: target, name)
    case .references(let targets)?: return targets.contains { matchesName(of: $0, name) }
    case .quantity(let measures)?:
      if let number = operand.number, case .number(let own)? = record.rank(operand.field.key) { return own == number }
      return ValueText.text(.quantity(measures)).map(matches) ?? false
    case let value?: return ValueText.text(value).map(matches) ?? false
    }
  }

  private func satisfiesOrdering(_ record: Record, _ operand: Operand) -> Bool {
    if operand.field.shape == .date { return satisfiesDate(record.originValue(operand.field.key)) }
    guard let number = operand.number, case .number(let own)? = record.rank(operand.field.key) else { return false }
    return comparison.isSatisfied(by: own < number ? -1 : own > number ? 1 : 0)
  }

  /// Returns whether the origin's value of a date satisfies the comparison.
  func satisfiesDate(_ originValue: OriginValue) -> Bool {
    guard case .text(let date) = originValue else { return false }
    return comparison.isSatisfied(byDate: date, value)
  }

  private func matchesName(of target: Reference, _ name: (Reference) -> String?) -> Bool {
    target == reference || name(target).map(matches) ?? false
  }

  /// Returns whether a text matches, ignoring ``isNegated``.
  func matches(_ text: String) -> Bool {
    let own = FoldedText(text).words.map(\.text)
    guard !words.isEmpty else { return false }
    if own.joined() == words.joined() { return true }
    guard comparison == .contains else { return false }
    return words.allSatisfy { word in
      let wanted = Word(word, isLenient: isLenient)
      return own.contains { wanted.matches($0) }
    }
  }

  /// A word of a filter, prepared for comparison with many terms.
  struct Word {
    private let letters: [Unicode.Scalar]
    private let letterMask: LetterMask
    private let bytes: [UInt8]
    private let number: Int?
    /// Maximum number of edits.
    private let tolerance: Int

    init(_ word: String, isLenient: Bool) {
      letters = Array(word.unicodeScalars)
      letterMask = LetterMask(letters)
      bytes = Array(word.utf8)
      number = Numeral.value(of: word)
      tolerance = isLenient ? EditDistance.tolerance(for: letters.count) : 0
    }

    func matches(_ other: String) -> Bool {
      if let number, number == Numeral.value(of: other) { return true }
      if bytes.count > 1 ? other.utf8.starts(with: bytes) : other.utf8.elementsEqual(bytes) { return true }
      return tolerance > 0 && EditDistance.distances(letters, other, limit: tolerance).whole <= tolerance
    }

    func matches(_ termID: Lexicon.TermID, _ lexicon: Lexicon) -> Bool {
      let entry = lexicon[termID]
      if let number, entry.number == number { return true }
      guard letterMask.mayBecome(lexicon.letterMasks[Int(termID)], edits: tolerance) else { return false }
      let text = lexicon.utf8(termID)
      if text.count >= bytes.count, text.count == bytes.count || bytes.count > 1, text.starts(with: bytes) { return true }
      return tolerance > 0 && EditDistance.distances(letters, lexicon.text(termID), limit: tolerance).whole <= tolerance
    }
  }
}
