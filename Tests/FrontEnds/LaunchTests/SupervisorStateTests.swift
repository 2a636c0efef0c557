import Platform
import TestSupport
import Testing

@testable import Launch

@Suite struct SupervisorStateTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var failure: String? { SupervisorState.failure(in: folder.path, of: 7)?.sentence }

  /// Writes the state of a supervisor that started at `start`, with logs in `logs` and these numbers of restarts.
  private func writeState(since start: Int = 0, logs: TemporaryDirectory, _ restarts: [(name: String, count: Int)]) throws {
    let members = restarts.map { #"{"name":"\#($0.name)","restarts":\#($0.count)}"# }.joined(separator: ",")
    try folder.write(#"{"pid":7,"since":\#(start),"logs":"\#(logs.path)","processes":[\#(members)]}"#, to: "supervisor.json")
  }

  @Test func `the first process that keeps ending with an error is named`() throws {
    #expect(failure == nil)
    try writeState(logs: folder, [("broker", 0), ("fetcher-1", 1), ("cache-1", 6), ("search-1", 2)])
    #expect(failure == nil)
    try folder.write("holocron-broker: not restarted\n", to: "broker.log")
    // Restarted with success.
    try folder.write("holocron-fetcher: lost\n2026-01-31T12:00:00.000Z info registered\n", to: "fetcher-1.log")
    try folder.write("2026-01-31T12:00:00.000Z info stopping\nholocron-cache: cannot open x: is a folder\n", to: "cache-1.log")
    try folder.write("holocron-search: another error\n", to: "search-1.log")
    #expect(failure == "cache-1 keeps ending: cannot open x: is a folder")
  }

  @Test func `logs are read where the supervisor keeps them`() throws {
    #expect(SupervisorState.logFolder(in: folder.path) == nil)
    let logs = try TemporaryDirectory()
    try writeState(logs: logs, [("cache-1", 1)])
    #expect(SupervisorState.logFolder(in: folder.path) == logs.path)
    try folder.write("holocron-cache: the error of another cache\n", to: "cache-1.log")
    #expect(failure == nil)
    try logs.write("holocron-cache: disk full\n", to: "cache-1.log")
    #expect(failure == "cache-1 keeps ending: disk full")
  }

  @Test(arguments: [
    (#""lastEnding":"exit code 5","failure":"it ended 15 times in a row before it was ready""#, true),
    (#""lastEnding":"exit code 2","failure":"its settings are invalid","fatal":true"#, false),
  ]) func `a process that is given up is named with its reason, unless the whole fleet ends`(members: String, isFinal: Bool) throws {
    try folder.write(
      #"{"pid":7,"since":0,"logs":"\#(folder.path)","processes":[{"name":"cache-1","state":"failed","restarts":0,\#(members)}]}"#,
      to: "supervisor.json")
    let failure = SupervisorState.failure(in: folder.path, of: 7)
    #expect((failure != nil) == isFinal)
    #expect(
      failure?.sentence
        == (isFinal
          ? "the supervisor stopped restarting cache-1: it ended 15 times in a row before it was ready, the last time with exit code 5"
          : nil))
    #expect(SupervisorState.lastLines(2, of: folder.file("none.log")).isEmpty)
    try folder.write("1\n2\n3\n", to: "cache-1.log")
    #expect(SupervisorState.lastLines(2, of: folder.file("cache-1.log")) == ["2", "3"])
  }

  @Test func `a process that was given up comes first, if its kind is asked for`() throws {
    try folder.write("holocron-fetcher: lost\n", to: "fetcher-1.log")
    try folder.write("holocron-cache: disk full\n", to: "cache-1.log")
    try folder.write(
      #"{"pid":7,"since":0,"logs":"\#(folder.path)","processes":[{"name":"fetcher-1","state":"running","restarts":1},"#
        + #"{"name":"cache-1","state":"failed","restarts":14}]}"#, to: "supervisor.json")
    #expect(failure == "the supervisor stopped restarting cache-1: disk full")
    #expect(SupervisorState.failure(in: folder.path, of: 7, among: ["fetcher", "broker"])?.process == "fetcher-1")
    #expect(SupervisorState.failure(in: folder.path, of: 7, among: ["search", "broker"]) == nil)
    // The file of a supervisor that was killed.
    #expect(SupervisorState.failure(in: folder.path, of: 8) == nil)
    #expect(SupervisorState.failure(in: folder.path, of: nil) == nil)
  }

  @Test func `an error from before the start of the supervisor is not its own`() throws {
    try folder.write("holocron-cache: disk full\n", to: "cache-1.log")
    let time = try #require(FileSystem.lastWrite(to: folder.file("cache-1.log")))
    try writeState(since: time + 1, logs: folder, [("cache-1", 1)])
    #expect(failure == nil)
    try writeState(since: time, logs: folder, [("cache-1", 1)])
    #expect(failure == "cache-1 keeps ending: disk full")
  }
}
