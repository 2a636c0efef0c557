public import Models

/// How a language writes a day of the calendar.
public struct DateFormat: Sendable, Hashable {
  public enum Piece: Sendable, Hashable, ExpressibleByStringLiteral {
    case day, month, year
    case literal(String)
    public init(stringLiteral value: String) { self = .literal(value) }
  }

  /// January first; twelve of them.
  public let months: [String]
  public let pieces: [Piece]
  /// The first day of a month, where it is written differently: `1er`.
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
