import TestSupport
import Testing

@testable import Launch

@Suite struct SupervisorStateTests {
  @Test func `the first process that keeps ending with an error is named`() throws {
    let folder = try TemporaryDirectory()
    func failure() -> String? { SupervisorState.repeatedFailure(in: folder.path, logFolder: folder.path) }
    #expect(failure() == nil)
    let processes = [("broker", 0), ("fetcher-1", 1), ("cache-1", 6), ("search-1", 2)]
    let members = processes.map { #"{"name":"\#($0)","restarts":\#($1)}"# }.joined(separator: ",")
    try folder.write(#"{"processes":[\#(members)]}"#, to: "supervisor.json")
    #expect(failure() == nil)
    try folder.write("holocron-broker: not restarted\n", to: "broker.log")
    // Restarted with success.
    try folder.write("holocron-fetcher: lost\n2026-01-31T12:00:00.000Z info registered\n", to: "fetcher-1.log")
    try folder.write("2026-01-31T12:00:00.000Z info stopping\nholocron-cache: cannot open x: is a folder\n", to: "cache-1.log")
    try folder.write("holocron-search: another error\n", to: "search-1.log")
    #expect(failure() == "cache-1 keeps ending: cannot open x: is a folder")
  }
}
