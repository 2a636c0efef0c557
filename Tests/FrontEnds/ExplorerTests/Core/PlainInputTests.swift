import Models
import Presentation
import Synchronization
import Testing

@testable import Explorer

@Suite struct PlainInputTests {
  private static func lines(_ chunks: [String]) async -> [String] {
    let rest = Mutex(chunks.map { Array($0.utf8) })
    let input = PlainInput { rest.withLock { $0.isEmpty ? [] : $0.removeFirst() } }
    var lines: [String] = []
    while let line = await input.next() { lines.append(line) }
    #expect(await input.next() == nil)
    return lines
  }

  @Test(arguments: [
    (["people\n1\n"], ["people", "1"]), (["peo", "ple\r", "\n1"], ["people", "1"]), ([], []), (["\n\n"], ["", ""]), (["é\n"], ["é"]),
  ])
  func `input is split into lines`(_ chunks: [String], _ lines: [String]) async {
    #expect(await Self.lines(chunks) == lines)
  }

  @Test func `a line that is too long fails, and the next one is read`() async {
    let longest = String(repeating: "x", count: PlainInput.maxLength)
    let chunks = [longest, "\r\n", longest, "x", String(repeating: "y", count: 100_000), "\npeople\n", longest + "x"]
    let lines = await Self.lines(chunks)
    #expect(lines.map { $0.utf8.count > PlainInput.maxLength } == [false, true, false, true])
    #expect(lines.allSatisfy { $0.utf8.count <= PlainInput.maxLength + 2 } && lines[0] == longest && lines[2] == "people")
    var session = PlainSession(PlainSessionTests.repository(), kinds: .standard, settings: PlainSessionTests.settings)
    #expect(await session.run(lines[1]) == PlainSession.Reply(["a line has at most 4,096 bytes"], .usage))
    #expect(await session.run("quit") == nil)
  }
}
