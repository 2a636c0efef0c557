public import TerminalText

/// Plain text for `cut`, `awk` and screen readers: one line per row with tab-separated values, without truncation or colour.
public struct PlainFormat: OutputFormat {
  public let name = "plain"
  public let showsReferenceNames = true

  public init() {}

  public func render(_ document: any Document, on surface: Surface) -> SafeText {
    document.blocks.flatMap(Self.lines).map { "\($0)\n" }.joined()
  }

  private static func lines(of block: Block) -> [SafeText] {
    switch block {
    case .title(let title, let aside): [aside.isEmpty ? SafeText(title) : "\(aside)\t\(title)"]
    // Headings are omitted: the content is clear without them, and lines without tabs would be noise to `cut`.
    case .heading: []
    case .values(let values): values.map { "\($0.label)\t\($0.line.text)" }
    case .table(let table): table.rows.map { $0.map { SafeText($0.text) }.joined(separator: "\t") }
    case .prose(let paragraphs): paragraphs.map { SafeText($0) }
    }
  }
}
