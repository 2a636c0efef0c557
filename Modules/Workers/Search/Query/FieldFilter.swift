import Contracts
import MessageBus
import Models

/// A condition on a field: `homeworld:tatooine`, `mass>100`.
struct FieldFilter: Sendable {
  /// A field of a kind, with the value as that field reads it.
  struct Operand: Sendable {
    let field: FieldDescription
    /// What the value means as a number; `nil` when it means none.
    let number: Double?
  }

  let comparison: QueryTerm.Comparison
  let value: String
  let operands: [KindName: [Operand]]
  /// Records that fit are left out.
  var isExcluding = false
  /// Forgive typos in words.
  var isLenient = false

  private let words: [String]
  private let reference: Reference?

  /// Throws a 400 when no field named `name` can be compared in that way.
  init(
    _ fields: [KindName: [FieldDescription]], named name: String, _ comparison: QueryTerm.Comparison, _ value: String, kinds: Kinds
  ) throws(Problem) {
    self.comparison = comparison
    self.value = value
    words = FoldedText(value).words.map(\.text)
    reference = Reference(value)
    var operands: [KindName: [Operand]] = [:]
    for (kind, fields) in fields {
      operands[kind] = fields.map { Operand(field: $0, number: Self.number(value, in: $0, of: kinds[kind])) }
    }
    let all = operands.values.flatMap(\.self)
    if comparison.isOrder {
      guard all.contains(where: { $0.field.shape.hasOrder }) else {
        throw .badRequest("q", "'\(name)' is no number: write \(name):\(value)")
      }
      operands = operands.mapValues { $0.filter { $0.number != nil || ($0.field.shape == .date && Self.isDate(value)) } }
      guard operands.values.contains(where: { !$0.isEmpty }) else {
        throw .badRequest(
          "q", "'\(value)' is nothing to compare '\(name)' with: write it as records show it, for example \(name)>\(Self.example(all))")
      }
    }
    self.operands = operands
  }

  /// The number that the field itself would read, units and all: `100`, `1,000kg`, `41.9BBY`, `2 months`; for references, how many.
  private static func number(_ value: String, in field: FieldDescription, of kind: KindDescription?) -> Double? {
    switch field.shape {
    case .references: return Amount(reading: value)?.double
    case .quantity:
      let record = try? kind?.record(id: 1) { $0 == field.key ? .text(value) : .missing }
      if case .number(let number)? = record?.rank(field.key) { return number }
      return nil
    default: return nil
    }
  }

  private static func isDate(_ value: String) -> Bool { value.first?.isNumber == true }

  private static func example(_ operands: [Operand]) -> String {
    operands.contains { $0.field.shape == .date } ? "1980-05-21" : operands.contains { $0.field.shape == .references } ? "3" : "100"
  }

  /// Whether a record fits, exclusion aside. `name` gives the name of a referenced record, `nil` where it is not known.
  func fits(_ record: Record, name: (Reference) -> String?) -> Bool {
    (operands[record.reference.kind] ?? []).contains { operand in
      comparison.isOrder ? compares(record, operand) : holds(record, operand, name)
    }
  }

  private func compares(_ record: Record, _ operand: Operand) -> Bool {
    if operand.field.shape == .date {
      // Dates as origins write them stand in the order of their text; a year alone is compared with the year.
      guard case .text(let date) = record.written(operand.field.key) else { return false }
      let part = date.prefix(value.count)
      return comparison.holds(part < value ? -1 : part > value ? 1 : 0)
    }
    guard let number = operand.number, case .number(let own)? = record.rank(operand.field.key) else { return false }
    return comparison.holds(own < number ? -1 : own > number ? 1 : 0)
  }

  private func holds(_ record: Record, _ operand: Operand, _ name: (Reference) -> String?) -> Bool {
    let key = operand.field.key
    switch record.display(key) {
    case nil: return false
    case .reference(let target)?: return self.names(target, name)
    case .references(let targets)?: return targets.contains { self.names($0, name) }
    case .quantity(let measures)?:
      if let number = operand.number, case .number(let own)? = record.rank(key) { return own == number }
      return ValueText.text(.quantity(measures)).map(matches) ?? false
    case let value?: return ValueText.text(value).map(matches) ?? false
    }
  }

  private func names(_ target: Reference, _ name: (Reference) -> String?) -> Bool {
    target == reference || name(target).map(matches) ?? false
  }

  private func matches(_ text: String) -> Bool {
    let own = FoldedText(text).words.map(\.text)
    guard !words.isEmpty else { return false }
    if comparison == .equals { return own == words || own.joined() == words.joined() }
    return words.allSatisfy { word in own.contains { self.matches(word, $0) } } || own.joined() == words.joined()
  }

  private func matches(_ word: String, _ other: String) -> Bool {
    if other == word || (word.utf8.count > 1 && other.hasPrefix(word)) { return true }
    if let number = Numeral.value(of: word), number == Numeral.value(of: other) { return true }
    guard isLenient else { return false }
    let letters = Array(word.unicodeScalars)
    let limit = EditDistance.tolerance(for: letters.count)
    return limit > 0 && EditDistance.distances(letters, Array(other.unicodeScalars), limit: limit).whole <= limit
  }
}

extension QueryTerm.Comparison {
  var isOrder: Bool { self != .holds && self != .equals }

  /// Whether the comparison is true of a value that stands before (-1), at (0) or behind (1) the other.
  func holds(_ order: Int) -> Bool {
    switch self {
    case .holds, .equals: order == 0
    case .more: order > 0
    case .atLeast: order >= 0
    case .less: order < 0
    case .atMost: order <= 0
    }
  }
}

extension Shape {
  fileprivate var hasOrder: Bool { self == .quantity || self == .date || self == .references }
}
