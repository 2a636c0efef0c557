/// Comma-separated values with a header (RFC 4180, but lines end in LF as Unix tools want). Values are bare: no units, no grouping of
/// digits, nothing where a value is absent.
public struct CSVFormat: OutputFormat {
  public let name = "csv"
  public let summary = "comma-separated values with a header, every field"
  public let readsNames = false

  public init() {}

  public func render(_ document: any Document, on surface: Surface) -> String {
    let sheet = document.sheet
    return ([sheet.header] + sheet.rows).reduce(into: "") { text, row in
      text += row.map(Self.quoted).joined(separator: ",") + "\n"
    }
  }

  static func quoted(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D }) else {
      return value
    }
    return "\"\(value.replacing("\"", with: "\"\""))\""
  }
}
