public import Text

/// Plain text for `cut`, `awk` and screen readers: one line per row with tab-separated values, without truncation or colour.
public struct PlainFormat: OutputFormat {
  public let name = "plain"

  public init() {}

  public func render(_ document: any Document, on surface: Surface) -> SafeText {
    document.plainRows.map(Self.line).joined()
  }

  private static func line(_ row: [String]) -> SafeText { row.map { SafeText($0) }.joined(separator: "\t") + "\n" }
}
