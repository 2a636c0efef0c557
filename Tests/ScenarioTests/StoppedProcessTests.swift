import Platform
import TestSupport
import Testing

/// A scenario with a process that is stopped for a while, as by Ctrl-Z or a suspended machine: requests wait within their deadlines.
struct StoppedProcessTests {
  @Test(arguments: ["broker", "cache", "front-end"])
  func `no request fails while one process is stopped for ten seconds`(name: String) async throws {
    let holocron = try await HolocronHarness()
    let (broker, cache) = (try await holocron.broker(), try await holocron.cache())
    let fetcher = try await holocron.fetcher()
    let records = ["people/1", "films/1", "planets/1"]
    let frontEnd = try await holocron.frontEnd(records, concurrency: 2)
    try await holocron.waitForRequests(for: records)
    let stopped = ["broker": broker, "cache": cache, "front-end": frontEnd][name] ?? broker
    stopped.send(.stop)
    // Longer than any silence that counts as the death of a peer: four heartbeats, and the ZMTP heartbeat timeout.
    try await Task.sleep(for: .seconds(10))
    stopped.send(.continue)
    let another = try await holocron.frontEnd(["vehicles/4"], requests: 1)
    try await another.ends(.exited(0))
    try await frontEnd.stopFrontEnd()
    // No process has been restarted.
    for process in [broker, cache, fetcher] { #expect(!ProcessScope.own.hasEnded(process.pid)) }
  }
}
