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

  static func stage(_ size: Viewport, _ language: String = "ja") -> Stage {
    let spoken = Languages.all.first { $0.code == language } ?? Languages.all[0]
    return Stage(size, Explorer.Look(theme: DarkTheme(), language: spoken))
  }

  @Test func `every tab fits every size, and wide characters keep their halves`() {
    for size in Self.sizes {
      var stage = Self.stage(size)
      stage.send(.begin)
      for tab in 0..<stage.explorer.tabs.count {
        stage.send(.point(.tab(tab)))
        stage.settle { $0 == .statistics ? .statistics(Self.statistics) : nil }
        let frame = ExplorerScreen.frame(of: stage.explorer, at: stage.now)
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

  @Test func status() {
    expectGolden("status-loaded") { stage in
      stage.send(.begin)
      stage.send(.point(.tab(7)))
      stage.settle { $0 == .statistics ? .statistics(Self.statistics) : nil }
    }
  }

  @Test func statusWithoutBus() {
    expectGolden("status-no-bus") { stage in
      stage.send(.begin)
      stage.send(.point(.tab(7)))
      stage.answer { $0 == .statistics ? .failed(Problem(503, "no bus is running", detail: "nobody listens at ipc:///bus")) : nil }
    }
  }

  @Test func `what is clicked is what is drawn there`() {
    var stage = Self.stage(Viewport(columns: 132, rows: 43), "en")
    stage.open("people")
    stage.settle()
    let frame = ExplorerScreen.frame(of: stage.explorer, at: stage.now)
    let header = String(frame[row: 0].map(\.character))
    let place = header.distance(from: header.startIndex, to: header.firstRange(of: "Planets")?.lowerBound ?? header.startIndex)
    #expect(frame.spot(column: place, row: 0) == .tab(2))
    #expect(frame.spot(column: 2, row: 42) == .action(.open))
  }
}
