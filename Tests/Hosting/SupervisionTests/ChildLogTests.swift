import Synchronization
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

  @Test func `the last lines are those of the current run`() throws {
    let directory = try TemporaryDirectory()
    let log = ChildLog("cache-1", in: directory.path)
    log.append("holocron-cache: disk full")
    log.startRun()
    #expect(log.lastLines.isEmpty)
    log.append("starting")
    #expect(log.lastLines == ["starting"])
  }

  /// A process may write what it has received before it logs anything.
  @Test func `a line reaches a terminal without control characters, and the log unchanged`() throws {
    let directory = try TemporaryDirectory()
    let echoed = Mutex<[String]>([])
    ChildLog("cache-1", in: directory.path) { line in echoed.withLock { $0.append(line) } }.append("a\u{1B}[2J")
    #expect(echoed.withLock(\.self) == ["cache-1   | a\u{FFFD}[2J"])
    #expect(Files.text(directory.file("cache-1.log")) == "a\u{1B}[2J\n")
  }
}
