public import Text

/// GitHub-flavoured Markdown, for notes and issues.
public struct MarkdownFormat: OutputFormat {
  public let name = "markdown"

  public init() {}

  public func render(_ document: any Document, on surface: Surface) -> SafeText {
    document.blocks.map(Self.text).joined(separator: "\n")
  }

  private static func text(of block: Block) -> SafeText {
    switch block {
    case .title(let title, let aside): "# \(escaped(title))\(aside.isEmpty ? "" : " (`\(aside.replacing("`", with: ""))`)")\n"
    case .heading(let text): "## \(escaped(text))\n"
    case .values(let values): values.map { "- **\(escaped($0.label))**: \(escaped($0.line.text))\n" }.joined()
    case .table(let table): self.table(table)
    case .prose(let paragraphs): paragraphs.map { "\(escaped($0))\n" }.joined(separator: "\n")
    }
  }

  private static func table(_ table: Table) -> SafeText {
    func line(_ cells: some Sequence<String>) -> SafeText { "| \(cells.joined(separator: " | ")) |\n" }
    let rules = table.columns.map { column in
      switch column.alignment {
      case .leading: "---"
      case .trailing: "---:"
      case .center: ":---:"
      }
    }
    return line(table.columns.map { escaped($0.title) }) + line(rules)
      + table.rows.map { line($0.map { escaped($0.text) }) }.joined()
  }

  private static let markup = Set("\\`*_{}[]<>#|".unicodeScalars)

  /// Returns `text` with markup characters escaped by a backslash, even if a combining mark follows.
  static func escaped(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.flatMap { markup.contains($0) ? ["\\", $0] : [$0] }))
  }
}
