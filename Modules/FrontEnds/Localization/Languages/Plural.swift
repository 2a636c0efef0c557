public import Models

/// Which form of a word goes with a number, as CLDR names the forms that our languages have.
public enum Plural: Sendable, Hashable {
  case one
  /// Whole millions in Spanish and French: `1 000 000 de crédits`.
  case many
  case other

  /// The word that goes with the number. Without a form of its own, `many` takes the one of `other`.
  public func choose(_ one: String, _ other: String, many: String? = nil) -> String {
    switch self {
    case .one: one
    case .many: many ?? other
    case .other: other
    }
  }
}

/// How a language chooses among the forms of a word: the cardinal rules of CLDR.
public enum PluralRule: Sendable, Hashable {
  /// 1 alone is `one`: English, German.
  case one
  /// 1 is `one`, whole millions are `many`: Spanish.
  case oneAndMillions
  /// All below 2 is `one`, 0 and 1.5 as well, whole millions are `many`: French.
  case belowTwoAndMillions
  /// Words have one form: Japanese.
  case never

  public func form(of number: Amount) -> Plural {
    switch self {
    case .one: number == .whole(1) ? .one : .other
    case .oneAndMillions: number == .whole(1) ? .one : Self.isMillions(number) ? .many : .other
    case .belowTwoAndMillions: abs(number.double) < 2 ? .one : Self.isMillions(number) ? .many : .other
    case .never: .other
    }
  }

  public func form(of number: Int) -> Plural { form(of: .whole(Int64(number))) }

  private static func isMillions(_ number: Amount) -> Bool {
    guard case .whole(let number) = number else { return false }
    return number != 0 && number.isMultiple(of: 1_000_000)
  }
}
