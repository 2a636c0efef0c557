import Localization
import Presentation
import TerminalText

/// The table of processes, with the places of the headings that sort it.
struct ProcessTable: Sendable {
  struct Heading: Sendable, Hashable {
    let key: ProcessOrder.Key
    let column, columns: Int
    /// The column behind its text, where the arrow of the order is drawn.
    let end: Int
  }

  /// The headings and one line for each process; empty without processes.
  private(set) var lines: [StyledText] = []
  private(set) var headings: [Heading] = []

  init(_ processes: [BusSnapshot.Process], _ loads: [Int: Double], _ language: any Language, columns width: Int) {
    guard !processes.isEmpty else { return }
    let titles: [String] = [
      language.say(.process), language.say(.pid), language.say(.state), language.say(.load), language.say(.restarts),
      language.say(StatusPhrase.uptime), language.say(.busy),
    ]
    let keys: [ProcessOrder.Key?] = [.name, nil, nil, .load, .restarts, .age, .busy]
    let alignments: [Alignment] = [.leading, .trailing, .leading, .trailing, .trailing, .trailing, .trailing]
    // The state says least while all is well.
    let expendability = [0, 3, 4, 1, 2, 5, 6]
    let rows = processes.map { Self.cells($0, $0.pid.flatMap { loads[$0] }, language) }
    let table = Table(
      titles.indices.map { Table.Column("", alignments[$0], expendability: expendability[$0]) },
      rows: [titles.map { StyledText($0, .muted) }] + rows)
    let layout = TableLayout(table, within: width)
    lines = Array(layout.lines(of: table).dropFirst())
    var column = 0
    for index in titles.indices where layout.widths[index] > 0 {
      let width = layout.widths[index]
      if let key = keys[index] {
        let end = alignments[index] == .trailing ? column + width : column + min(width, titles[index].columns)
        headings.append(Heading(key: key, column: column, columns: width, end: end))
      }
      column += width + TableLayout.gap
    }
  }

  private static func cells(_ process: BusSnapshot.Process, _ load: Double?, _ language: any Language) -> [StyledText] {
    let (figures, dash) = (language.figures, StyledText("—", .muted))
    return [
      StyledText(process.name, .accent), process.pid.map { StyledText(String($0)) } ?? dash,
      StyledText(
        language.say(.processState(process.state)), process.state == "running" ? .text : process.state == "failed" ? .bad : .caution),
      load.map { StyledText(figures.percent($0, places: 0)) } ?? dash,
      process.restarts.map { StyledText(figures.integer($0), $0 > 0 ? .caution : .text) } ?? dash,
      process.uptime.map { StyledText(figures.age($0)) } ?? dash, process.inFlight.map { StyledText(figures.integer($0)) } ?? dash,
    ]
  }
}
