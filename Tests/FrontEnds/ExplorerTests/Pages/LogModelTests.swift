import Localization
import Presentation
import Testing

@testable import Explorer

@Suite struct LogModelTests {
  static let lines = (0..<100).map { "2026-01-31T12:00:00.\(100 + $0)Z \($0 % 10 == 0 ? "warning" : "info") request \($0) served" }

  private func opened(_ lines: [String] = lines) -> ExplorerHarness {
    var harness = ExplorerHarness()
    harness.send(.navigate(.log("cache-1")))
    harness.answer(.log("cache-1", lines: LogModel.maxLines), .log(lines))
    return harness
  }

  private func log(_ harness: ExplorerHarness) -> LogModel {
    harness.explorer.page as? LogModel ?? LogModel("?")
  }

  @Test func `a log follows its end until the user scrolls up`() {
    var harness = opened()
    #expect(harness.screen.contains("request 99"))
    harness.perform(.up)
    #expect(!log(harness).isFollowing)
    harness.advance(by: .seconds(1))
    harness.answer(.log("cache-1", lines: LogModel.maxLines), .log(Self.lines + ["2026-01-31T12:00:01.000Z info request 100 served"]))
    #expect(!harness.screen.contains("request 100"))
    harness.perform(.last)
    #expect(harness.screen.contains("request 100"))
  }

  @Test(arguments: ["", "warning"]) func `what is read stays where it is while older lines fall out`(_ filter: String) throws {
    var harness = opened()
    if !filter.isEmpty {
      harness = opened((0..<400).map { "2026-01-31T12:00:00.\(100 + $0)Z \($0 % 2 == 0 ? "warning" : "info") request \($0)" })
      harness.perform(.filter)
      harness.type(filter)
      harness.perform(.open)
    }
    harness.perform(.pageUp)
    let before = log(harness)
    let (old, top) = (try #require(before.lines), try #require(before.top))
    let new = old.dropFirst(10) + (0..<10).map { "2026-01-31T12:00:01.\(100 + $0)Z warning request x\($0)" }
    harness.advance(by: .seconds(1))
    harness.answer(.log("cache-1", lines: LogModel.maxLines), .log(Array(new)))
    let after = log(harness)
    #expect(after.matching[try #require(after.top)] == before.matching[top])
    #expect(after.lines == Array(new))
  }

  @Test func `lines are filtered by every typed word`() {
    var harness = opened()
    harness.perform(.filter)
    harness.type("WARNING 9")
    #expect(log(harness).matching.count == 1)
    harness.type("x")
    #expect(harness.screen.contains("No lines match"))
    harness.perform(.cancel)
    #expect(log(harness).matching.count == 100)
  }

  @Test func `polling stops when another page is on the screen`() {
    var harness = opened()
    harness.perform(.back)
    harness.advance(by: .seconds(5))
    #expect(!harness.queries.contains(.log("cache-1", lines: LogModel.maxLines)))
  }

  @Test func `a long line continues below, and the log still follows its end`() {
    var harness = ExplorerHarness(columns: 40, rows: 12)
    harness.send(.navigate(.log("cache-1")))
    let message = String(repeating: "abcdefghi ", count: 8) + "end"
    harness.answer(.log("cache-1", lines: LogModel.maxLines), .log((0..<30).map { "line \($0) \(message)" }))
    let rows = harness.screen.split(separator: "\n")
    // Body rows are a title and nine others: three lines of three rows each.
    #expect(rows.count { $0.contains("end") } == 3)
    #expect(harness.screen.contains("line 29"))
    harness.perform(.up)
    #expect(harness.screen.contains("line 26"))
    #expect(!harness.screen.contains("line 29"))
    harness.perform(.down)
    #expect(log(harness).isFollowing)
    harness.perform(.first)
    #expect(harness.screen.contains("line 0 "))
  }
}
