import Localization
import Presentation
import TerminalText

/// The graphs of the status page: bands of graphs side by side, the most useful first. Further bands and taller graphs use free rows.
struct StatusGraphs: Sendable {
  /// Empty if nothing was measured yet, or if the screen is too narrow.
  private(set) var lines: [StyledText] = []

  private struct Graph {
    let title: String
    /// `nil` where nothing was measured, which is drawn as zero.
    let values: [Double?]
    /// The value at the upper edge; `nil` for the largest one shown.
    var top: Double?
    let text: (Double) -> String

    /// The title and the last value and, in tall graphs, the value at the upper edge.
    func head(_ width: Int, _ language: any Language, showsTop: Bool) -> StyledText {
      let last: Double? = values.last ?? nil
      let head = StyledText(title, .muted) + (last.map { StyledText("  \(text($0))") } ?? StyledText("  —", .muted))
      guard let peak = top ?? values.suffix(2 * width).compactMap(\.self).max() else { return head }
      let scale = "\(language.say(StatusPhrase.max)) \(text(peak))"
      let room = width - head.columns - scale.columns
      return showsTop && room > 1 ? head + StyledText(String(repeating: " ", count: room) + scale, .muted) : head
    }
  }

  static let gap = 4
  /// Rows of a graph, without its title.
  static let rows = 3
  static let maxRows = 16
  private static let minColumns = 12

  /// Lays out as many bands of graphs as fit into `available` rows without scrolling; at least one.
  init(_ rates: RateHistory, _ language: any Language, columns: Int, available: Int = 0) {
    guard !rates.samples.isEmpty else { return }
    let perBand = columns >= StatusLayout.wideColumns ? 3 : 2
    let width = (columns - (perBand - 1) * Self.gap) / perBand
    guard width >= Self.minColumns else { return }
    let graphs = Self.graphs(rates.samples, language)
    let least = columns < 60 ? 2 : Self.rows
    // A band has a title, and an empty row before the next one.
    let bands = min(max(1, (available + 1) / (least + 2)), graphs.count / perBand)
    let rows = min(max(least, (available + 1) / bands - 2), Self.maxRows)
    for band in 0..<bands {
      if band > 0 { lines.append(StyledText()) }
      let cells = graphs[band * perBand..<(band + 1) * perBand].map { graph -> [StyledText] in
        let drawn = BrailleGraph.lines(graph.values.map { $0 ?? 0 }, columns: width, rows: rows, top: graph.top)
        return [graph.head(width, language, showsTop: rows > Self.rows)] + drawn.map { StyledText($0, .good) }
      }
      lines += (0...rows).map { line in Self.joined(cells.map { $0[line] }, width) }
    }
  }

  private static func graphs(_ samples: [RateHistory.Sample], _ language: any Language) -> [Graph] {
    let figures = language.figures
    let rate = { (value: Double) in figures.decimal(value) }
    let share = { (value: Double) in figures.percent(value, places: 0) }
    return [
      Graph(title: language.say(.requestRate), values: samples.map(\.requests), text: rate),
      Graph(title: language.say(.p99), values: samples.map(\.p99)) { figures.milliseconds($0) },
      Graph(title: language.say(.fetchRate), values: samples.map(\.fetches), text: rate),
      Graph(title: language.say(.hitRatio), values: samples.map(\.hitRatio), top: 1, text: share),
      Graph(title: language.say(.queued), values: samples.map { Double($0.queued) }) { figures.integer(Int($0)) },
      Graph(title: language.say(.load), values: samples.map(\.load), text: share),
    ]
  }

  private static func joined(_ cells: [StyledText], _ width: Int) -> StyledText {
    cells.reduce(into: (text: StyledText(), column: 0)) { row, cell in
      row.text += StyledText(String(repeating: " ", count: max(0, row.column - row.text.columns))) + cell.truncated(to: width)
      row.column += width + gap
    }.text
  }
}
