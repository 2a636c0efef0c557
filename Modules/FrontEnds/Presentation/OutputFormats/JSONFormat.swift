import OrderedJSON
public import Text

/// Canonical JSON of the document: compact on one line, or on a terminal indented and with unsafe characters escaped.
public struct JSONFormat: OutputFormat {
  public let name = "json"

  public init() {}

  public func render(_ document: any Document, on surface: Surface) -> SafeText {
    SafeText(document.json, surface.jsonLayout, on: surface)
  }
}
