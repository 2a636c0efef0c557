import OrderedJSON
public import TerminalText

/// Comma-separated values with a header (RFC 4180, but lines end in LF as Unix tools want). Values are bare: no units, no grouping of
/// digits, nothing where a value is absent.
///
/// A spreadsheet would take a value that begins with `=`, `+`, `-` or `@` for a formula and run it: such a value gets an apostrophe before it,
/// as OWASP advises against CSV injection. Negative numbers stay numbers. Controls but line ends and tabs are replaced, also in files.
public struct CSVFormat: OutputFormat {
  public let name = "csv"
  public let summary = "comma-separated values with a header, every field"
  public let readsNames = false

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
    // Scalars, for a quote with a combining mark is one character that is no quote.
    var quoted = "\"".unicodeScalars
    for scalar in value.unicodeScalars {
      if scalar == "\"" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }

  /// What begins a formula, in full width too, or hides that one begins after it.
  private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n"]

  /// With an apostrophe before what would be a formula.
  static func inert(_ value: String) -> String {
    guard let first = value.unicodeScalars.first, formulaStarts.contains(first) else { return value }
    if first == "-", case .number? = try? JSON(parsing: Array(value.utf8)) { return value }
    return "'" + value
  }
}
