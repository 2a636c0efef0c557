import OrderedJSON
public import TerminalText

/// The canonical JSON of the document: on a terminal indented and with unsafe characters escaped, else compact on one line.
public struct JSONFormat: OutputFormat {
  public let name = "json"
  public let summary = "canonical JSON (holocron schema describes it)"
  public let readsNames = false

  public init() {}

  public func render(_ document: any Document, on surface: Surface) -> SafeText {
    SafeText(document.json, surface.isTerminal ? .indented : .compact, on: surface)
  }
}
