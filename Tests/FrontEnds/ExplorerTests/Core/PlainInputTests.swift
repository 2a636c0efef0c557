import Models
import Presentation
import Synchronization
import Testing

@testable import Explorer

@Suite struct PlainInputTests {
  private static func lines(_ chunks: [String]) async -> [PlainLine] {
    let rest = Mutex(chunks.map { Array($0.utf8) })
    let input = PlainInput { rest.withLock { $0.isEmpty ? [] : $0.removeFirst() } }
    var lines: [PlainLine] = []
    while let line = await input.next() { lines.append(line) }
    #expect(await input.next() == nil)
    return lines
  }

  @Test(arguments: [
    (["people\n1\n"], ["people", "1"]), (["peo", "ple\r", "\n1"], ["people", "1"]), ([], []), (["\n\n"], ["", ""]), (["é\n"], ["é"]),
  ])
  func `input is split into lines`(_ chunks: [String], _ lines: [String]) async {
    #expect(await Self.lines(chunks) == lines.map(PlainLine.text))
  }

  @Test func `a line that is too long is dropped, and the next one is read`() async {
    let longest = String(repeating: "x", count: PlainLine.maxLength)
    let chunks = [longest, "\n", longest, "x", String(repeating: "y", count: 100_000), "\npeople\n", longest + "x"]
    #expect(await Self.lines(chunks) == [.text(longest), .tooLong, .text("people"), .tooLong])
  }

  @Test func `a line that is too long fails and says how long a line may be`() async {
    var session = PlainSession(PlainSessionTests.repository(), kinds: .standard, settings: PlainSessionTests.settings)
    #expect(await session.run(PlainLine.tooLong) == .failed(["a line has at most 4,096 bytes"], .usage))
    #expect(await session.run(PlainLine.text("quit")) == .end)
  }
}
