import OrderedJSON

/// One compact JSON value a line and record (jsonlines.org).
public struct JSONLinesFormat: OutputFormat {
  public let name = "jsonl"
  public let summary = "canonical JSON, one record a line"
  public let readsNames = false

  public init() {}

  public func render(_ document: any Document, on surface: Surface) -> String {
    document.lines.reduce(into: "") { $0 += $1.text() + "\n" }
  }
}
