import OrderedJSON
public import TerminalText

/// One compact JSON value a line and record (jsonlines.org).
public struct JSONLinesFormat: OutputFormat {
  public let name = "jsonl"
  public let summary = "canonical JSON, one record a line"
  public let readsNames = false

  public init() {}

  public func render(_ document: any Document, on surface: Surface) -> SafeText {
    document.lines.map { SafeText($0, on: surface) }.joined()
  }
}
