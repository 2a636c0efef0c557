public import Text

/// Aligned layout for terminals. In a file or a pipe the output is that of ``PlainFormat``, which programs can parse, unless the table was
/// asked for by name, or colours were, which only people want.
public struct TableFormat: OutputFormat {
  public let name = "table"

  private let isAskedFor: Bool

  /// - Parameter isAskedFor: whether the table keeps its form in a file or a pipe, too.
  public init(isAskedFor: Bool = false) { self.isAskedFor = isAskedFor }

  public func render(_ document: any Document, on surface: Surface) -> SafeText {
    guard surface.isTerminal || isAskedFor || surface.painter.usesColor else { return PlainFormat().render(document, on: surface) }
    let blocks = document.blocks
    let labels = LabeledValueLayout.labelWidth(of: blocks.map { if case .values(let values) = $0 { values } else { [] } })
    var lines: [StyledText] = []
    for (index, block) in blocks.enumerated() {
      // Blocks are separated by a blank line, except after a heading.
      if index > 0, !blocks[index - 1].isHeading { lines.append("") }
      lines += Self.lines(of: block, labels: labels, on: surface)
    }
    return lines.map { surface.painter.paint($0) + "\n" }.joined()
  }

  private static func lines(of block: Block, labels: Int, on surface: Surface) -> [StyledText] {
    switch block {
    case .title(let title, let aside): [titleLine(title, aside, surface.columns)]
    case .heading(let text): [StyledText(text, .title)]
    case .values(let values): LabeledValueLayout.lines(of: values, labels: labels, within: surface.columns)
    case .table(let table): TableLayout.lines(of: table, within: surface.columns)
    case .prose(let paragraphs): prose(paragraphs, surface.columns)
    }
  }

  /// Returns a line with the title on the left and the aside at the right edge, at most 80 columns wide.
  private static func titleLine(_ title: String, _ aside: String, _ columns: Int?) -> StyledText {
    let width = min(columns ?? 80, 80)
    guard !aside.isEmpty, title.columns + 2 + aside.columns <= width else { return StyledText(title.truncated(to: width), .title) }
    let gap = String(repeating: " ", count: width - title.columns - aside.columns)
    return StyledText([.init(title, .title), .init(gap), .init(aside, .muted)])
  }

  private static func prose(_ paragraphs: [String], _ columns: Int?) -> [StyledText] {
    let width = min(columns ?? 72, 72)
    return Array(paragraphs.map { $0.wrapped(to: width).map { StyledText($0) } }.joined(separator: [""]))
  }
}

extension Block {
  fileprivate var isHeading: Bool { if case .heading = self { true } else { false } }
}
