import TerminalText

/// A line of a summary: a name, padded to the width of most names, and a value.
struct Fact {
  private let name: String?
  private let value: String
  private let isTitle: Bool
  private let isAlarming: Bool

  static let nameColumns = 11

  init(_ name: String, _ value: String, isTitle: Bool = false, isAlarming: Bool = false) {
    self.name = name
    self.value = value
    self.isTitle = isTitle
    self.isAlarming = isAlarming
  }

  /// Creates a line without a name.
  init(line: String) {
    name = nil
    value = line
    isTitle = false
    isAlarming = false
  }

  /// Returns the line with a line break.
  func rendered(isStyled: Bool) -> SafeText {
    let name = name.map { $0.printable.padded(to: Self.nameColumns) + "  " } ?? ""
    return switch (isStyled, isTitle, isAlarming) {
    case (true, true, _): "\u{1B}[1m\(name)\u{1B}[0m\(value)\n"
    case (true, _, true): "\u{1B}[2m\(name)\u{1B}[0m\u{1B}[31m\(value)\u{1B}[0m\n"
    case (true, _, _): "\u{1B}[2m\(name)\u{1B}[0m\(value)\n"
    default: "\(name)\(value)\n"
    }
  }
}

extension String {
  /// The name padded to the width of names in a summary, so that a table lines up with the other lines.
  var padding: String { padded(to: Fact.nameColumns) }
}
