import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import TerminalText
import Testing

@testable import Explorer

@Suite struct ExplorerScreenTests {
  static let sizes: [Viewport] = {
    var sizes = [Viewport(columns: 300, rows: 100), Viewport(columns: 0, rows: 0)]
    for columns in stride(from: 1, through: 61, by: 4) {
      for rows in stride(from: 1, through: 21, by: 4) { sizes.append(Viewport(columns: columns, rows: rows)) }
    }
    return sizes + [Viewport(columns: 99, rows: 15), Viewport(columns: 100, rows: 15), Viewport(columns: 100, rows: 16)]
  }()

  static let statistics = BusStatistics(
    broker: [
      "services": [["name": "holocron.cache", "workers": 1, "queued": 0, "inFlight": 2, "credit": 64, "requests": 40]],
      "workers": [["id": "00aa", "service": "holocron.cache", "credit": 64, "holds": 2]], "requests": 1_234, "subscriptions": 3,
      "dropped": 0, "slow": [["id": "736c7567", "waiting": 4, "dropped": 9]], "uptime": 300,
    ],
    services: [
      "holocron.cache": [
        "counters": ["hits": 30, "misses": 10], "gauges": ["entries": 260, "bytes": 400_000],
        "timers": ["answer": ["count": 40, "p50": .number(0.4), "p90": 1, "p99": 12, "max": 15]],
      ]
    ])

  static func harness(_ size: Viewport, _ language: String = "ja") -> ExplorerHarness {
    let chosen = Languages.all.first { $0.code == language } ?? Languages.all[0]
    return ExplorerHarness(size, Explorer.Settings(theme: DarkTheme(), language: chosen))
  }

  @Test func `every tab fits every size and keeps wide characters whole`() {
    for size in Self.sizes {
      var harness = Self.harness(size)
      harness.send(.begin)
      for tab in 0..<harness.explorer.tabs.count {
        harness.send(.click(.tab(tab)))
        harness.settle { $0 == .statistics ? .statistics(Self.statistics) : nil }
        let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now)
        #expect(frame.columns == size.columns && frame.rows == size.rows)
        for row in 0..<frame.rows {
          let cells = Array(frame[row: row])
          for (column, cell) in cells.enumerated() {
            let isHalved = cell.character.columns == 2 && !cell.isContinuation
            if isHalved { #expect(column + 1 < cells.count && cells[column + 1].isContinuation, "\(size) row \(row)") }
            if cell.isContinuation { #expect(column > 0 && cells[column - 1].character.columns == 2, "\(size) row \(row)") }
          }
        }
      }
    }
  }

  @Test func `the status page`() {
    expectGolden("status-loaded", Golden.views) { harness in
      harness.send(.begin)
      harness.send(.click(.tab(7)))
      harness.settle { $0 == .statistics ? .statistics(Self.statistics) : nil }
    }
  }

  @Test func `the status page without a bus`() {
    expectGolden("status-no-bus") { harness in
      harness.send(.begin)
      harness.send(.click(.tab(7)))
      let problem = Problem(503, "no bus is running", detail: "nothing is listening on ipc:///bus")
      harness.answerAll { $0 == .statistics ? .failed(problem) : nil }
    }
  }

  @Test func `a click hits what is drawn there`() {
    var harness = Self.harness(Viewport(columns: 132, rows: 43), "en")
    harness.open("people")
    harness.settle()
    let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now)
    let header = String(frame[row: 0].map(\.character))
    let column = header.distance(from: header.startIndex, to: header.firstRange(of: "Planets")?.lowerBound ?? header.startIndex)
    #expect(frame.hitTarget(column: column, row: 0) == .tab(2))
    #expect(frame.hitTarget(column: 2, row: 42) == .action(.open))
  }
}
