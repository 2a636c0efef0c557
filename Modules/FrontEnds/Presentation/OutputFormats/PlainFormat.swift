public import TerminalText

/// One line a row, its values separated by tabs, nothing cut off, no colour: for `cut`, `awk`, and for screen readers.
public struct PlainFormat: OutputFormat {
  public let name = "plain"
  public let summary = "one line a row, values separated by tabs"
  public let readsNames = true

  public init() {}

  public func render(_ document: any Document, on surface: Surface) -> SafeText {
    document.blocks.flatMap(Self.lines).map { "\($0)\n" }.joined()
  }

  private static func lines(of block: Block) -> [SafeText] {
    switch block {
    case .title(let title, let aside): [aside.isEmpty ? SafeText(title) : "\(aside)\t\(title)"]
    // What stands under a heading says itself what it is; a line without tabs would be noise to `cut`.
    case .heading: []
    case .facts(let facts): facts.map { "\($0.label)\t\($0.line.text)" }
    case .table(let table): table.rows.map { $0.map { SafeText($0.text) }.joined(separator: "\t") }
    case .prose(let paragraphs): paragraphs.map { SafeText($0) }
    }
  }
}
