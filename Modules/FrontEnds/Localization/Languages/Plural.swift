public import Models

/// Plural category of CLDR, limited to those that the supported languages use.
public enum Plural: Sendable, Hashable {
  case one
  /// Whole millions in Spanish and French: `1 000 000 de crédits`.
  case many
  case other

  /// Returns the form for this category: of `one`, `other` and perhaps `many`, which defaults to `other`.
  func choose(among forms: [Substring]) -> String {
    let index =
      switch self {
      case .one: 0
      case .other: 1
      case .many: 2
      }
    return String(forms[min(index, forms.count - 1)])
  }
}

/// CLDR cardinal plural rule of a language.
public enum PluralRule: Sendable, Hashable {
  /// 1 is `one`: English, German.
  case one
  /// 1 is `one`, whole millions are `many`: Spanish.
  case oneAndMillions
  /// Values below 2, including 0 and 1.5, are `one`, whole millions are `many`: French.
  case belowTwoAndMillions
  /// Always `other`: Japanese.
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
