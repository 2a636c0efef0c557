import Console
import MessageBus
import OrderedJSON
import Platform
import Presentation
import TestSupport
import Testing

@testable import CommandLine

/// The logs of background processes.
@Suite struct LogsTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func time(_ second: Int) -> String { "2026-01-31T12:00:\(second < 10 ? "0" : "")\(second).000Z" }

  private func lines(_ process: String, _ texts: [String]) -> [LogLine] {
    var previous = ""
    return texts.map { text in
      let line = LogLine(text, of: process, after: previous)
      previous = line.time
      return line
    }
  }

  @Test(arguments: [
    ("2026-01-31T12:00:00.000Z info worker starting", "2026-01-31T12:00:00.000Z"),
    (#"{"time":"2026-01-31T12:00:00.000Z","level":"info"}"#, "2026-01-31T12:00:00.000Z"), ("Fatal error: Index out of range", nil),
    ("2026-01-31 12:00:00 info", nil), ("2026-01-31T12:00:00.0000 info", nil), ("", nil), (#"{"level":"info"}"#, nil),
  ]) func `the time of a line is read in both formats`(text: String, time: String?) { #expect(LogLine.time(in: text) == time) }

  @Test func `logs are merged by time, and lines without one stay behind their event`() {
    let broker = lines("broker", ["\(time(1)) info a", "\(time(4)) info d"])
    let cache = lines("cache-1", ["\(time(2)) error b", "  at backtrace", "\(time(3)) info c", "\(time(5)) info e"])
    #expect(LogLine.merged([broker, cache]).map { $0.text.suffix(1) } == ["a", "b", "e", "c", "d", "e"])
    #expect(LogLine.merged([broker, cache]).map(\.process) == ["broker", "cache-1", "cache-1", "cache-1", "broker", "cache-1"])
    // The clock was set back: the order within a log stays.
    let jumping = lines("cache-1", ["\(time(9)) info x", "\(time(2)) info y"])
    #expect(LogLine.merged([broker, jumping]).map { $0.text.suffix(1) } == ["a", "d", "x", "y"])
    #expect(LogLine.merged([]).isEmpty)
  }

  @Test(arguments: [
    (
      "2026-01-31T12:00:00.000Z info worker starting bus=x",
      #"{"process":"p","time":"2026-01-31T12:00:00.000Z","level":"info","message":"worker starting","fields":{"bus":"x"}}"#
    ),
    (
      #"{"time":"2026-01-31T12:00:00.000Z","level":"info","message":"m","process":"own"}"#,
      #"{"process":"p","time":"2026-01-31T12:00:00.000Z","level":"info","message":"m","fields":{"process":"own"}}"#
    ),
    (
      #"2026-01-31T12:00:00.000Z error no a="x = \"y\"\\" b= c="open"#,
      #"{"process":"p","time":"2026-01-31T12:00:00.000Z","level":"error","message":"no","fields":{"a":"x = \"y\"\\","b":"","c":"\"open"}}"#
    ),
    (
      "2026-01-31T12:00:00.000Z info a=b c",
      #"{"process":"p","time":"2026-01-31T12:00:00.000Z","level":"info","message":"a=b c","fields":{}}"#
    ),
    ("Fatal error: x=y z", #"{"process":"p","message":"Fatal error: x=y z","fields":{}}"#),
    ("{no JSON", #"{"process":"p","message":"{no JSON","fields":{}}"#),
  ]) func `a line becomes an object that begins with the process`(text: String, json: String) {
    #expect(LogLine(text, of: "p", after: "").json.text() == json)
  }

  @Test func `the last lines are followed by those that are added, across renaming`() throws {
    let path = folder.file("cache-1.log")
    try folder.write("1\n2\n", to: "cache-1.log.1")
    try folder.write("3\n4\n5", to: "cache-1.log")
    var log = TailedLog("cache-1", path: path)
    let last = log.last(3).map(\.text)
    // The line without an end is not complete yet.
    #expect(last == ["2", "3", "4"])
    let file = try Descriptor.open(path, for: .appending)
    try file.write(Array("5\n6\n".utf8))
    let added = log.added().map(\.text)
    #expect(added == ["55", "6"])
    let nothing = log.added()
    #expect(nothing.isEmpty)
    // Written between the last look and the renaming, and an end without a line feed.
    try file.write(Array("7\n8".utf8))
    try FileSystem.rename(path, to: "\(path).1")
    try folder.write("9\n", to: "cache-1.log")
    let renamed = log.added().map(\.text)
    #expect(renamed == ["7", "8", "9"])
    // Emptied, because it could not be renamed.
    try folder.write("", to: "cache-1.log")
    let emptied = log.added()
    #expect(emptied.isEmpty)
    try Descriptor.open(path, for: .appending).write(Array("10\n".utf8))
    let next = log.added().map(\.text)
    #expect(next == ["10"])
    // Removed, which leaves the older file.
    FileSystem.remove(path)
    let missing = log.added()
    #expect(missing.isEmpty)
    try folder.write("11\n", to: "cache-1.log")
    let recreated = log.added().map(\.text)
    #expect(recreated == ["11"])
  }

  @Test(arguments: [0, 1, 3, 2_999, 3_000, 3_001, 5_999, 6_000, 9_000])
  func `the last lines of large logs are found from the end`(count: Int) throws {
    // Several chunks each, with empty lines, which are not shown.
    func text(_ range: ClosedRange<Int>) -> String { range.map { "line \($0) \(String(repeating: "x", count: $0 % 90))\n\n" }.joined() }
    try folder.write(text(1...3_000), to: "cache-1.log.1")
    try folder.write(text(3_001...6_000) + "unfinished", to: "cache-1.log")
    var log = TailedLog("cache-1", path: folder.file("cache-1.log"))
    let last = log.last(count).map(\.text)
    #expect(last.count == min(count, 6_000))
    #expect(last.first?.hasPrefix("line \(max(1, 6_001 - count)) ") != false)
    #expect(last.last?.hasPrefix("line 6000 ") != false)
    try Descriptor.open(folder.file("cache-1.log"), for: .appending).write(Array(" line\n".utf8))
    let added = log.added().map(\.text)
    #expect(added == ["unfinished line"])
  }

  @Test func `a line that never ends is broken`() throws {
    try folder.write(String(repeating: "x", count: 3 << 20), to: "cache-1.log")
    var log = TailedLog("cache-1", path: folder.file("cache-1.log"))
    let lines = log.last(10)
    #expect(lines.count == 1)
    // What comes before the last line is not kept.
    try folder.write(String(repeating: "x", count: 9 << 20) + "\nlast\n", to: "cache-1.log")
    var longer = TailedLog("cache-1", path: folder.file("cache-1.log"))
    let last = longer.last(1).map(\.text)
    #expect(last == ["last"])
  }

  private static let names = ["broker", "cache-1", "cache-2", "cache-12", "fetcher-1", "origin", "search-1", "supervisor"]

  @Test(arguments: [
    ("cache", ["cache-1", "cache-2", "cache-12"]), ("caches", ["cache-1", "cache-2", "cache-12"]), ("holocron.fetch", ["fetcher-1"]),
    ("cache-2", ["cache-2"]), ("broker", ["broker"]), ("cach", []), ("cache-", []), ("", []), ("../broker", []), ("cache-1.log", []),
  ]) func `processes are named alone or by their kind`(word: String, expected: [String]) {
    #expect(ProcessNames.selected(by: word, among: Self.names) == expected)
  }

  /// Writes logs into the state folder `folder` and returns the environment that leads there.
  private func logs(in folder: TemporaryDirectory) throws -> [String: String] {
    try Folder.create(folder.file("holocron"))
    try folder.write("\(time(1)) info one\n\(time(3)) info three\n", to: "holocron/cache-1.log")
    try folder.write("\(time(2)) info two\u{1B}[2J\n", to: "holocron/broker.log")
    return ["XDG_STATE_HOME": folder.path]
  }

  @Test func `logs shows the logs of the last processes if nothing runs`() async throws {
    let variables = try logs(in: folder)
    let harness = CommandHarness(variables: variables)
    #expect(try await harness.run("logs") == .success)
    #expect(
      harness.output
        == "cache-1    | \(time(1)) info one\nbroker     | \(time(2)) info two\u{FFFD}[2J\ncache-1    | \(time(3)) info three\n")
    let last = CommandHarness(variables: variables)
    #expect(try await last.run("logs cache -n 1") == .success)
    #expect(last.output == "\(time(3)) info three\n")
    let several = CommandHarness(variables: variables)
    #expect(try await several.run("logs cache broker -n 2") == .success)
    #expect(several.output == "broker     | \(time(2)) info two\u{FFFD}[2J\ncache-1    | \(time(3)) info three\n")
    let none = CommandHarness(variables: variables)
    #expect(try await none.run("logs -n 0") == .success)
    #expect(none.output.isEmpty)
    let json = CommandHarness(variables: variables)
    #expect(try await json.run("logs broker --json") == .success)
    #expect(try JSON(parsing: json.output)["message"] == "two\u{1B}[2J")
  }

  @Test func `logs names the logs that there are`() async throws {
    let variables = try logs(in: folder)
    let problem = await #expect(throws: Problem.self) { try await CommandHarness(variables: variables).run("logs brokr") }
    #expect(problem?.detail == "unknown process 'brokr' (available: broker, cache-1)")
    let second = await #expect(throws: Problem.self) { try await CommandHarness(variables: variables).run("logs cache brokr") }
    #expect(second == problem)
    let path = await #expect(throws: Problem.self) { try await CommandHarness(variables: variables).run("logs ../holocron/broker") }
    #expect(path?.exitCode == .usage)
    let csv = await #expect(throws: Problem.self) { try await CommandHarness(variables: variables).run("logs --output csv") }
    #expect(csv?.detail == "logs cannot print csv; use --output json or plain")
  }
}
