import TerminalText

/// HTML or SVG. Tags can only come from literals in the source; interpolated text is escaped and made ``Swift/String/printable``.
///
///     let cell: Markup = "<td>\(name)</td>"   // `name` may be anything
struct Markup: ExpressibleByStringInterpolation {
  private(set) var text: String

  init() { text = "" }
  init(stringLiteral value: StaticString) { text = value.description }
  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity + interpolationCount * 8) }

    mutating func appendLiteral(_ literal: StaticString) { text += literal.description }
    mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
    mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
    /// Appends a coordinate with one decimal.
    mutating func appendInterpolation(_ coordinate: Double) { text += Quantity.short(coordinate, digits: 1) }
    mutating func appendInterpolation(_ foreign: String) { text += Markup.escaped(foreign) }
  }

  static func + (left: Markup, right: Markup) -> Markup { "\(left)\(right)" }
  static func += (left: inout Markup, right: Markup) { left.text += right.text }

  /// Returns text as content of an element or as an attribute's value in quotation marks.
  private static func escaped(_ foreign: String) -> String {
    var escaped = ""
    for scalar in foreign.printable.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Sequence<Markup> {
  func joined() -> Markup { reduce(into: Markup()) { $0 += $1 } }
}
