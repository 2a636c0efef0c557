import MessageBus
import Synchronization
import TestSupport
import Testing
import Text

@testable import CommandLine

@Suite struct ProgressBoardTests {
  /// The text written to standard error.
  final class Written: Sendable {
    let text = Mutex("")
    var value: String { text.withLock(\.self) }
  }

  private static func board(delay: Duration, _ written: Written) -> ProgressBoard {
    ProgressBoard(columns: 80, delay: delay) { text in written.text.withLock { $0 += text.text } }
  }

  @Test func `an activity is drawn in place and erased at its end`() {
    let written = Written()
    let board = Self.board(delay: .zero, written)
    let id = board.begin("reading people")
    board.update(id, count: (41, 82))
    #expect(written.value.hasPrefix("\r\u{1B}[2Kreading people  "))
    #expect(written.value.contains("50%  41/82"))
    board.end(id)
    #expect(written.value.hasSuffix("\r\u{1B}[2K"))
  }

  @Test func `other text never follows a line that is drawn`() async {
    let written = Written()
    let board = Self.board(delay: .zero, written)
    let id = board.begin("reading people")
    let drawing = Task { while !Task.isCancelled { board.update(id, count: (1, 2)) } }
    for _ in 0..<2_000 { board.writing { written.text.withLock { $0 += "text\n" } } }
    drawing.cancel()
    await drawing.value
    let erased = "\r\u{1B}[2K"
    let texts = written.value.split(separator: "text\n", omittingEmptySubsequences: false).dropLast()
    #expect(texts.count == 2_000)
    #expect(texts.allSatisfy { $0.isEmpty || $0.hasSuffix(erased) })
  }

  @Test func `the line is redrawn without news, and shows the activity that began last`() async throws {
    let written = Written()
    let board = Self.board(delay: .zero, written)
    let outer = board.begin("reading people")
    let inner = board.begin("starting holocron-node")
    let redrawing = Task { await board.run() }
    try await eventually("the line is drawn") { written.value.contains("starting holocron-node") }
    #expect(!written.value.contains("reading people"))
    board.end(inner)
    try await eventually("the outer activity is drawn") { written.value.contains("reading people") }
    board.end(outer)
    redrawing.cancel()
    await redrawing.value
  }

  @Test(
    arguments: [
      ("fetching", (0, 0), 80, 0), ("a label that is far longer than the terminal is wide", (12, 260), 40, 3),
      ("looking up 🛰️", (259, 260), 20, 3_000),
    ] as [(String, (done: Int, total: Int), Int, Int)])
  func `the line fits`(label: String, count: (done: Int, total: Int), columns: Int, seconds: Int) {
    for count in [count, nil] {
      #expect(ProgressBoard.text(label, count, .seconds(seconds), columns: columns).columns <= columns)
    }
  }

  @Test func `the line has a bar, the rate and the time left`() {
    #expect(ProgressBoard.text("fetching", (65, 260), .seconds(2), columns: 79).hasSuffix(" 25%  65/260  33/s  6 s left"))
    #expect(ProgressBoard.text("starting holocron-node", nil, .milliseconds(2_400), columns: 79) == "starting holocron-node  2 s")
    #expect(ProgressBoard.text("checking", (0, 0), .seconds(2), columns: 79) == "checking  2 s")
  }
}
