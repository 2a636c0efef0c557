import Contracts
import Localization
import MessageBus
import Models
import Presentation
import TerminalText
import Testing

@testable import Explorer

/// Search, pickers, help, paths and crawls at every size: nothing traps, and no wide character is cut in half.
@Suite struct EverySizeTests {
  static let situations: [(name: String, perform: @Sendable (inout Stage) -> Void)] = [
    ("start", { _ in }),
    (
      "typed",
      { stage in
        stage.act(.search)
        stage.type("tatoine")
        stage.settle(SearchAnswers.answers)
        stage.act(.down, .pageDown, .last)
      }
    ),
    (
      "palette",
      { stage in
        stage.open("people")
        stage.settle(SearchAnswers.answers)
        stage.act(.palette)
        stage.type("sk")
        stage.settle(SearchAnswers.answers)
        stage.act(.last)
      }
    ),
    (
      "languages",
      { stage in
        stage.open("people")
        stage.settle(SearchAnswers.answers)
        stage.act(.language, .down, .down, .down, .down)
      }
    ),
    (
      "help",
      { stage in
        stage.open("films")
        stage.settle(SearchAnswers.answers)
        stage.act(.help, .pageDown)
      }
    ),
    (
      "crawl",
      { stage in
        stage.open("films")
        stage.settle(SearchAnswers.answers)
        stage.act(.crawl)
        stage.wait(.seconds(9))
        stage.act(.up, .down, .pageDown)
      }
    ),
    (
      "path",
      { stage in
        stage.open("people")
        stage.settle(SearchAnswers.answers)
        stage.act(.mark, .down, .mark, .path)
        stage.settle(SearchAnswers.answers)
        stage.act(.last)
      }
    ),
  ]

  static let sizes: [Viewport] =
    stride(from: 1, through: 60, by: 5).flatMap { columns in
      stride(from: 1, through: 20, by: 3).map { Viewport(columns: columns, rows: $0) }
    } + [Viewport(columns: 99, rows: 30), Viewport(columns: 300, rows: 100)]

  @Test(arguments: situations.map(\.name), ["en", "ja"]) func fitsEverySize(_ name: String, _ code: String) throws {
    let situation = try #require(Self.situations.first { $0.name == name })
    let language = try #require(Languages.all.first { $0.code == code })
    var stage = Stage(Viewport(columns: 80, rows: 24), Explorer.Look(theme: DarkTheme(), language: language))
    stage.send(.begin)
    stage.settle(SearchAnswers.answers)
    situation.perform(&stage)
    for size in Self.sizes {
      stage.send(.resized(size))
      let frame = ExplorerScreen.frame(of: stage.explorer, at: stage.now)
      #expect(frame.cells.count == size.columns * size.rows)
      let broken = (0..<frame.rows).filter { !Self.isWhole(Array(frame[row: $0])) }
      #expect(broken.isEmpty, "\(name) \(code) \(size)")
    }
  }

  /// Every wide character is followed by its other half, and no half stands alone.
  private static func isWhole(_ cells: [Cell]) -> Bool {
    cells.indices.allSatisfy { index in
      let isWide = cells[index].character.columns == 2
      let isFollowed = index + 1 < cells.count && cells[index + 1].isContinuation
      let isLed = index > 0 && cells[index - 1].character.columns == 2
      return isWide == isFollowed && (!cells[index].isContinuation || isLed)
    }
  }
}
