/// How a condition compares a field with its operand: `mass>100`. The raw value is what stands between them.
public enum FieldComparison: String, Sendable, Hashable, CaseIterable {
  /// The field contains the words, or is the number.
  case contains = ":"
  case equals = "="
  case greaterThan = ">"
  case atLeast = ">="
  case lessThan = "<"
  case atMost = "<="

  /// The characters that comparisons consist of.
  public static let characters = Set(allCases.flatMap(\.rawValue))

  private static let longestFirst = allCases.sorted { $0.rawValue.count > $1.rawValue.count }

  /// Returns the longest comparison with which `text` begins; `nil` if there is none.
  public static func prefix(of text: some Collection<Character>) -> FieldComparison? {
    longestFirst.first { text.starts(with: $0.rawValue) }
  }

  /// Whether the comparison is one of size or time.
  public var isOrdering: Bool { self != .contains && self != .equals }

  /// Returns whether the comparison is true for a value that is less than (-1), equal to (0) or greater than (1) the operand.
  public func isSatisfied(by order: Int) -> Bool {
    switch self {
    case .contains, .equals: order == 0
    case .greaterThan: order > 0
    case .atLeast: order >= 0
    case .lessThan: order < 0
    case .atMost: order <= 0
    }
  }

  /// Returns whether the comparison is true for a date. Dates are ISO 8601 text, which sorts by date; a year alone is compared with the year.
  public func isSatisfied(byDate date: String, _ operand: String) -> Bool {
    let part = date.prefix(operand.count)
    return isSatisfied(by: part < operand ? -1 : part > operand ? 1 : 0)
  }
}
