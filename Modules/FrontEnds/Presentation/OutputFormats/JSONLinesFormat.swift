import OrderedJSON
public import Text

/// JSON Lines (jsonlines.org): one compact JSON value per record.
public struct JSONLinesFormat: OutputFormat {
  public let name = "jsonl"

  public init() {}

  public func render(_ document: any Document, on surface: Surface) -> SafeText {
    document.lines.map { SafeText($0, on: surface) }.joined()
  }
}
