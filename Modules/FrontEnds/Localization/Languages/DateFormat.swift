public import Models

/// Date format of a language.
public struct DateFormat: Sendable, Hashable {
  /// A part of a formatted date: a component or fixed text.
  public enum Piece: Sendable, Hashable, ExpressibleByStringLiteral {
    case day, month, year
    case literal(String)
    public init(stringLiteral value: String) { self = .literal(value) }
  }

  /// Names of the twelve months, starting with January.
  public let months: [String]
  public let pieces: [Piece]
  /// Text for the first day of a month, if it differs from `1`: `1er`.
  public let firstDay: String?

  public init(_ pieces: [Piece], months: [String], firstDay: String? = nil) {
    self.pieces = pieces
    self.months = months
    self.firstDay = firstDay
  }

  public func text(_ date: CalendarDate) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .day: text += date.day == 1 ? firstDay ?? "1" : String(date.day)
      case .month: text += months.indices.contains(date.month - 1) ? months[date.month - 1] : String(date.month)
      case .year: text += String(date.year)
      case .literal(let literal): text += literal
      }
    }
  }
}
