import Synchronization
import TestSupport
import Testing

@testable import Supervision

struct ChildLogTests {
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

struct LineSplitterTests {
  private func lines(_ pieces: [String]) -> [String] {
    var splitter = LineSplitter()
    var lines = pieces.flatMap { piece in Array(piece.utf8).withUnsafeBytes { splitter.append($0) } }
    if let last = splitter.finish() { lines.append(last) }
    return lines
  }

  @Test(arguments: [
    (["one\ntwo\n"], ["one", "two"]),
    (["o", "ne\nt", "wo"], ["one", "two"]),
    (["\n\n"], ["", ""]),
    ([], []),
    (["no end"], ["no end"]),
    (["a\r\n"], ["a\r"]),
  ]) func `lines end at line feeds, regardless of read boundaries`(pieces: [String], expected: [String]) {
    #expect(lines(pieces) == expected)
  }

  @Test func `a line is truncated beyond its maximum length`() {
    let whole = String(repeating: "x", count: LineSplitter.maximumLength)
    #expect(lines([whole + "\nnext\n"]) == [whole, "next"])
    #expect(lines([whole, "y", "\nnext\n"]) == [whole + " … (truncated from 65537 bytes)", "next"])
    #expect(lines([whole, whole]) == [whole + " … (truncated from 131072 bytes)"])
  }

  @Test(arguments: ["é", "…", "🛰"]) func `truncation does not split a character`(character: String) {
    let text = String(repeating: "x", count: LineSplitter.maximumLength - 1) + character
    #expect(
      lines([text]) == [String(repeating: "x", count: LineSplitter.maximumLength - 1) + " … (truncated from \(text.utf8.count) bytes)"])
  }
}
