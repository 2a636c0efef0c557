import Contracts
import Localization
import MessageBus
import Models
import Presentation
import TerminalText
import Testing

@testable import Explorer

/// Search, filters, failures, pickers, help, paths and crawls at every size: nothing traps, and no wide character is cut in half.
@Suite struct EverySizeTests {
  static let situations: [(name: String, perform: @Sendable (inout ExplorerHarness) -> Void)] = [
    ("start", { _ in }),
    (
      "status with processes and events",
      { harness in
        harness.send(.navigate(.tab(harness.explorer.tabs.count - 1)))
        harness.settle { $0 == .statistics ? .statistics(StatusModelTests.statistics()) : nil }
        harness.send(.event(.worker(service: "holocron.cache", joined: false)))
        harness.perform(.down, .down)
      }
    ),
    (
      "filtered log",
      { harness in
        harness.send(.navigate(.log("cache-1")))
        harness.settle { if case .log = $0 { .log(LogModelTests.lines) } else { nil } }
        harness.perform(.filter)
        harness.type("served 9")
      }
    ),
    (
      "list filtered by a condition",
      { harness in
        harness.open("people")
        harness.settle(SearchResults.results)
        harness.perform(.filter)
        harness.type("!male height>")
        harness.settle(SearchResults.results)
      }
    ),
    (
      "record that failed to load",
      { harness in
        harness.show("people/17")
        harness.settle(SearchResults.results)
      }
    ),
    (
      "filtered list",
      { harness in
        harness.open("people")
        harness.settle(SearchResults.results)
        harness.perform(.down, .mark, .filter)
        harness.type("sky")
        harness.settle(SearchResults.results)
      }
    ),
    (
      "typed",
      { harness in
        harness.perform(.search)
        harness.type("tatoine")
        harness.settle(SearchResults.results)
        harness.perform(.down, .pageDown, .last)
      }
    ),
    (
      "palette",
      { harness in
        harness.open("people")
        harness.settle(SearchResults.results)
        harness.perform(.palette)
        harness.type("sk")
        harness.settle(SearchResults.results)
        harness.perform(.last)
      }
    ),
    (
      "languages",
      { harness in
        harness.open("people")
        harness.settle(SearchResults.results)
        harness.perform(.language, .down, .down, .down, .down)
      }
    ),
    (
      "help",
      { harness in
        harness.open("films")
        harness.settle(SearchResults.results)
        harness.perform(.help, .pageDown)
      }
    ),
    (
      "crawl",
      { harness in
        harness.open("films")
        harness.settle(SearchResults.results)
        harness.perform(.crawl)
        harness.advance(by: .seconds(9))
        harness.perform(.up, .down, .pageDown)
      }
    ),
    (
      "path",
      { harness in
        harness.open("people")
        harness.settle(SearchResults.results)
        harness.perform(.mark, .down, .mark, .path)
        harness.settle(SearchResults.results)
        harness.perform(.last)
      }
    ),
  ]

  static let sizes: [Viewport] =
    stride(from: 1, through: 60, by: 5).flatMap { columns in
      stride(from: 1, through: 20, by: 3).map { Viewport(columns: columns, rows: $0) }
    } + [Viewport(columns: 99, rows: 30), Viewport(columns: 300, rows: 100)]

  @Test(arguments: situations.map(\.name), ["en", "ja"]) func `every state fits every size`(
    _ name: String, _ code: String
  ) throws {
    let situation = try #require(Self.situations.first { $0.name == name })
    let language = try #require(Languages.all.first { $0.code == code })
    var harness = ExplorerHarness(Viewport(columns: 80, rows: 24), Explorer.Settings(theme: DarkTheme(), language: language))
    harness.send(.begin)
    harness.settle(SearchResults.results)
    situation.perform(&harness)
    for size in Self.sizes {
      harness.send(.resized(size))
      let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now)
      #expect(frame.cells.count == size.columns * size.rows)
      let broken = (0..<frame.rows).filter { !Self.isWhole(Array(frame[row: $0])) }
      #expect(broken.isEmpty, "\(name) \(code) \(size)")
    }
  }

  /// Whether every wide character is followed by its right half, and no half stands alone.
  private static func isWhole(_ cells: [Cell]) -> Bool {
    cells.indices.allSatisfy { index in
      let isWide = cells[index].character.columns == 2
      let isFollowed = index + 1 < cells.count && cells[index + 1].isContinuation
      let isLed = index > 0 && cells[index - 1].character.columns == 2
      return isWide == isFollowed && (!cells[index].isContinuation || isLed)
    }
  }
}
