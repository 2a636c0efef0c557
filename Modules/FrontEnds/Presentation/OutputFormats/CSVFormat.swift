import OrderedJSON
public import Text

/// Comma-separated values with a header (RFC 4180, but with LF line ends for Unix tools). Values are unformatted: no units, no digit
/// groups, and empty cells for absent values.
///
/// Spreadsheets treat values that start with `=`, `+`, `-` or `@` as formulas, so these are prefixed with an apostrophe, as OWASP
/// recommends against CSV injection. Negative numbers are unchanged. Control characters other than line breaks and tabs are replaced, even
/// in files.
public struct CSVFormat: OutputFormat {
  public let name = "csv"

  public init() {}

  public func render(_ document: any Document, on surface: Surface) -> SafeText {
    let sheet = document.sheet
    return SafeText(
      checked: ([sheet.header] + sheet.rows).reduce(into: "") { text, row in
        text += row.map { Self.cell($0, on: surface) }.joined(separator: ",") + "\n"
      })
  }

  private static func cell(_ value: String, on surface: Surface) -> String {
    quoted(inert(surface.isTerminal ? value.printable : value.withoutControls))
  }

  static func quoted(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D }) else {
      return value
    }
    // Works on scalars because a quote followed by a combining mark is a different `Character`.
    let doubled = value.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
    return "\"" + String(String.UnicodeScalarView(doubled)) + "\""
  }

  /// Scalars that start a formula, including full-width forms, and white space that may precede one.
  private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n"]

  /// Returns `value` with an apostrophe in front if it could be read as a formula.
  static func inert(_ value: String) -> String {
    guard let first = value.unicodeScalars.first, formulaStarts.contains(first) else { return value }
    if first == "-", case .number? = try? JSON(parsing: Array(value.utf8)) { return value }
    return "'" + value
  }
}
