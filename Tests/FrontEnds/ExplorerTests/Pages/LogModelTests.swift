import Localization
import Presentation
import Testing

@testable import Explorer

@Suite struct LogModelTests {
  static let lines = (0..<100).map { "2026-01-31T12:00:00.\(100 + $0)Z \($0 % 10 == 0 ? "warning" : "info") request \($0) served" }
  private static let query = ExplorerQuery.log("cache-1", lines: LogModel.maxLines)
  private static let longLines = (0..<30).map { "line \($0) \(String(repeating: "abcdefghi ", count: 8))end" }

  private static func later(_ count: Int, dropping fallenOut: Int = 0) -> QueryResult {
    .log(lines.dropFirst(fallenOut) + (0..<count).map { "2026-01-31T12:00:01.\(100 + $0)Z warning new \($0)" })
  }

  @Test(arguments: [
    Walk(
      "a log follows its end until the user scrolls up", .sees("request 99"), .press([.up]), .pass(.seconds(1)),
      .answer(query, later(1)), .lacks("new 0"), .press([.last]), .sees("new 0")),
    Walk(
      "what is read stays where it is while older lines fall out", .press([.pageUp]), .sees("request 81"), .lacks("request 82"),
      .pass(.seconds(1)), .answer(query, later(10, dropping: 10)), .sees("request 81"), .lacks("request 82")),
    Walk(
      "what is read stays where it is while lines that do not match fall out", .press([.filter]), .type("info"), .press([.open, .pageUp]),
      .sees("request 79"), .lacks("request 81"), .pass(.seconds(1)), .answer(query, later(10, dropping: 10)), .sees("request 79"),
      .lacks("request 81")),
    Walk(
      "lines are filtered by every typed word", .press([.filter]), .type("WARNING 9"), .sees("request 90"), .lacks("request 80"),
      .type("x"), .sees("No lines match"), .press([.cancel]), .sees("request 99")),
    Walk("polling stops when another page is on the screen", .press([.back]), .pass(.seconds(5)), .pending(query, false)),
  ])
  func `a log`(_ walk: Walk) throws {
    var harness = ExplorerHarness()
    try harness.walk(.go(.log("cache-1")), .answer(Self.query, .log(Self.lines)))
    try harness.walk(walk)
  }

  @Test func `a long line continues below, and the log still follows its end`() throws {
    var harness = ExplorerHarness(columns: 40, rows: 12)
    try harness.walk(.go(.log("cache-1")), .answer(Self.query, .log(Self.longLines)))
    // Body rows are a title and nine others: three lines of three rows each.
    #expect(harness.screen.split(separator: "\n").count { $0.contains("end") } == 3)
    try harness.walk(
      .sees("line 29"), .press([.up]), .sees("line 27"), .press([.pageUp]), .lacks("line 29"), .press([.last]), .sees("following"),
      .press([.first]), .sees("line 0 "))
  }
}
