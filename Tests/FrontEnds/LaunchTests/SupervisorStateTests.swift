import Platform
import TestSupport
import Testing

@testable import Launch

@Suite struct SupervisorStateTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var failure: String? { SupervisorState.repeatedFailure(in: folder.path) }

  /// Writes the state of a supervisor that started at `start`, with logs in `logs` and these numbers of restarts.
  private func writeState(since start: Int = 0, logs: TemporaryDirectory, _ restarts: [(name: String, count: Int)]) throws {
    let members = restarts.map { #"{"name":"\#($0.name)","restarts":\#($0.count)}"# }.joined(separator: ",")
    try folder.write(#"{"since":\#(start),"logs":"\#(logs.path)","processes":[\#(members)]}"#, to: "supervisor.json")
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

  @Test func `an error from before the start of the supervisor is not its own`() throws {
    try folder.write("holocron-cache: disk full\n", to: "cache-1.log")
    let time = try #require(FileSystem.lastWrite(to: folder.file("cache-1.log")))
    try writeState(since: time + 1, logs: folder, [("cache-1", 1)])
    #expect(failure == nil)
    try writeState(since: time, logs: folder, [("cache-1", 1)])
    #expect(failure == "cache-1 keeps ending: disk full")
  }
}
