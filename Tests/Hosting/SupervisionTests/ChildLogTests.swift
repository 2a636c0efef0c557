import TestSupport
import Testing

@testable import Supervision

struct ChildLogTests {
  private func size(_ path: String) -> Int { Files.size(path) ?? -1 }

  @Test func `the log is bounded and keeps one previous file`() throws {
    let directory = try TemporaryDirectory()
    let line = String(repeating: "x", count: 1 << 16)
    do {
      let log = ChildLog("cache-1", in: directory.path)
      for _ in 0..<150 { log.append(line) }
      #expect(log.lastLine == line)
    }
    #expect(size(directory.file("cache-1.log")) <= ChildLog.limit)
    #expect(size(directory.file("cache-1.log.1")) <= ChildLog.limit)
    #expect(size(directory.file("cache-1.log.1")) > ChildLog.limit / 2)
  }

  @Test func `an existing log is appended to`() throws {
    let directory = try TemporaryDirectory()
    for _ in 0..<2 { ChildLog("broker", in: directory.path).append("one line") }
    #expect(size(directory.file("broker.log")) == 18)
  }
}
