import OrderedJSON

/// The canonical JSON of the document: indented on a terminal, else compact on one line.
public struct JSONFormat: OutputFormat {
  public let name = "json"
  public let summary = "canonical JSON (holocron schema describes it)"
  public let readsNames = false

  public init() {}

  public func render(_ document: any Document, on surface: Surface) -> String {
    document.json.text(surface.isTerminal ? .indented : .compact) + "\n"
  }
}
