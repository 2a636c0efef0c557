import OrderedJSON
import Platform
import TestSupport
import Testing

@testable import Console

@Suite struct SupervisorStateTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var failure: String? { SupervisorState.failure(in: folder.path, of: 7)?.sentence }

  /// Writes the state of a supervisor with these processes. Those with a last line have been restarted.
  private func writeState(_ processes: [(name: String, restarts: Int, ready: Bool, last: String)]) throws {
    let members = processes.map { process in
      let program = "holocron-\(process.name.prefix { $0 != "-" })"
      return #"{"name":"\#(process.name)","restarts":\#(process.restarts),"ready":\#(process.ready),"program":"\#(program)","#
        + #""log":"/logs/\#(process.name).log","lastEnding":"signal 9","lastLine":"\#(process.last)"}"#
    }
    try folder.write(#"{"pid":7,"since":0,"processes":[\#(members.joined(separator: ","))]}"#, to: "supervisor.json")
  }

  @Test func `the first process that keeps ending with an error is named`() throws {
    #expect(failure == nil)
    let healthy = [("broker", 0, true, ""), ("fetcher-1", 1, true, "holocron-fetcher: lost")]
    try writeState(healthy)
    #expect(failure == nil)
    let cache = ("cache-1", 6, false, "holocron-cache: cannot open x: is a folder")
    try writeState(healthy + [cache, ("search-1", 2, false, "holocron-search: another error")])
    #expect(failure == "cache-1 keeps ending: cannot open x: is a folder")
    #expect(SupervisorState.failure(in: folder.path, of: 7)?.log == "/logs/cache-1.log")
    try writeState([("cache-1", 6, false, "2026-01-31T12:00:00.000Z error cannot write")])
    #expect(failure == "cache-1 keeps ending: cannot write")
  }

  /// As on a full disk, where the supervisor cannot write that it has restarted a process.
  @Test func `a process that has ended is gone although the file says that it runs`() throws {
    try folder.write(
      #"""
      {"pid":7,"processes":[
        {"name":"broker","state":"running","pid":11},{"name":"cache-1","state":"running","pid":12},
        {"name":"cache-2","state":"starting","pid":12},{"name":"fetcher-1","state":"waiting","pid":null},
        {"name":"fetcher-2","state":"failed","pid":12}]}
      """#, to: "supervisor.json")
    let state = try #require(SupervisorState.readRunning(in: folder.path) { $0 == 12 })
    #expect(state["pid"] == 7)
    #expect(state["processes"]?.array?.map { $0["state"]?.string } == ["running", "gone", "gone", "waiting", "failed"])
    #expect(state["processes"]?.array?.map { $0["name"]?.string } == ["broker", "cache-1", "cache-2", "fetcher-1", "fetcher-2"])
  }

  @Test func `what is kept in memory is read from new events of either format`() throws {
    let message = "no file can be used; keeping it in memory"
    let old = "2026-01-31T12:00:00.000Z warning \(message) reason=old store=\"the cache\"\n"
    let text = "2026-01-31T12:00:00.000Z warning \(message) reason=\"cannot create \\\"x\\\"\" service=holocron.cache store=\"the cache\"\n"
    let json = #"{"time":"","level":"warning","message":"\#(message)","reason":"no space","store":"the search history"}"#
    let open = "2026-01-31T12:00:00.000Z warning origin is not encrypted reason=\"http://h.example is plain http\"\n"
    try folder.write(old + text + open + json + "\n2026-01-31T12:00:00.000Z info cache starting store=memory\n", to: "cache-1.log")
    #expect(
      SupervisorState.warnings(inLogs: [(folder.file("cache-1.log"), old.utf8.count), (folder.file("missing.log"), 0)])
        == [
          "the cache is kept in memory only: cannot create \"x\"", "http://h.example is plain http",
          "the search history is kept in memory only: no space",
        ])
  }

  @Test func `the state of the largest fleet is read`() throws {
    let line = "holocron-cache: " + String(repeating: "x", count: 1_000)
    try writeState((1...194).map { ("cache-\($0)", 15, false, line) })
    #expect(failure?.hasPrefix("cache-1 keeps ending: xxx") == true)
  }

  @Test(arguments: [
    (#""lastEnding":"exit code 5","failure":"it ended 15 times in a row before it was ready""#, true),
    (#""lastEnding":"exit code 2","failure":"its settings are invalid","fatal":true"#, false),
  ]) func `a process that is given up is named with its reason, unless the whole fleet ends`(members: String, isFinal: Bool) throws {
    try folder.write(
      #"{"pid":7,"since":0,"processes":[{"name":"cache-1","state":"failed","restarts":0,"program":"holocron-cache","#
        + #""log":"\#(folder.file("cache-1.log"))",\#(members)}]}"#, to: "supervisor.json")
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
    try folder.write(
      #"{"pid":7,"processes":[{"name":"fetcher-1","state":"waiting","restarts":1,"program":"holocron-fetcher","log":"/l/fetcher-1.log","#
        + #""lastLine":"holocron-fetcher: lost"},{"name":"cache-1","state":"failed","restarts":14,"program":"holocron-cache","#
        + #""log":"/l/cache-1.log","lastLine":"holocron-cache: disk full"}]}"#, to: "supervisor.json")
    #expect(failure == "the supervisor stopped restarting cache-1: disk full")
    #expect(SupervisorState.failure(in: folder.path, of: 7, among: ["fetcher", "broker"])?.process == "fetcher-1")
    #expect(SupervisorState.failure(in: folder.path, of: 7, among: ["search", "broker"]) == nil)
    // The file of a supervisor that was killed.
    #expect(SupervisorState.failure(in: folder.path, of: 8) == nil)
    #expect(SupervisorState.failure(in: folder.path, of: nil) == nil)
  }
}
