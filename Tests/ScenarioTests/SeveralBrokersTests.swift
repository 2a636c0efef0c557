import OrderedJSON
import Platform
import TestSupport
import Testing

/// A scenario with two brokers, as on two hosts, and workers that register with both.
@Suite struct SeveralBrokersTests {
  @Test func `front-ends get right answers while brokers are killed, stopped and restarted, and workers come back`() async throws {
    let holocron = try await HolocronHarness()
    let endpoints = ["a", "b"].map { "ipc://\(holocron.sandbox.directory.file($0))" }
    let bus = endpoints.joined(separator: " ")
    func broker(_ index: Int) async throws -> RunningProcess {
      let broker = try await holocron.sandbox.service("holocron-broker", "--bus", endpoints[index])
      try await broker.line(on: .errors, containing: "broker listens")
      return broker
    }
    func worker(_ name: String, _ arguments: String...) async throws -> RunningProcess {
      let worker = try await holocron.sandbox.start(name, arguments: arguments + ["--bus", bus, "--lifeline"])
      for endpoint in endpoints { try await worker.line(on: .errors, containing: "endpoint=\(endpoint)") }
      return worker
    }
    func frontEnd(_ records: [String], requests: Int? = nil) async throws -> RunningProcess {
      try await holocron.frontEnd(records, requests: requests, concurrency: 2, bus: bus)
    }
    /// Expects that a broker is the one in use, and that it leads to a fetcher.
    func expectUse(of index: Int, fetching record: String) async throws {
      let status = try await holocron.run("status", "--bus", bus, "--json")
      #expect(try JSON(parsing: status.output)["endpoint"]?.string == endpoints[index], "\(status)")
      #expect(try await holocron.run("doctor", "--bus", bus).output.contains("\(endpoints[index]) responds"))
      try await frontEnd([record], requests: 1).ends(.exited(0))
    }
    var brokers = [try await broker(0), try await broker(1)]
    let fetcher = try await worker("holocron-fetcher", "--origin", holocron.base)
    let caches = [try await worker("holocron-cache", "--store", "memory"), try await worker("holocron-cache", "--store", "memory")]
    var frontEnds: [RunningProcess] = []
    for number in 0..<4 {
      frontEnds.append(try await frontEnd((0..<6).map { "planets/\(1 + number * 6 + $0)" } + ["people/1", "films/1"]))
    }
    try await holocron.waitForRequests(for: (0..<4).map { "planets/\(1 + $0 * 6)" })
    try await expectUse(of: 0, fetching: "vehicles/4")
    try await brokers[0].killAndWait()
    try await expectUse(of: 1, fetching: "vehicles/6")
    brokers[0] = try await broker(0)
    brokers[1].send(.stop)
    // The workers have returned to the restarted broker.
    try await expectUse(of: 0, fetching: "vehicles/7")
    brokers[1].send(.continue)
    brokers[0].send(.stop)
    try await expectUse(of: 1, fetching: "vehicles/8")
    for frontEnd in frontEnds { try await frontEnd.stopFrontEnd() }
    // One broker is stopped: the workers drain nevertheless.
    for worker in caches + [fetcher] {
      worker.send(.terminate)
      try await worker.ends(.exited(0))
    }
    brokers[0].send(.continue)
    for broker in brokers { try await broker.stop() }
  }

  @Test func `a broker does not listen on several endpoints`() async throws {
    let sandbox = try Sandbox()
    for name in ["holocron-broker", "holocron-node"] {
      let ended = try await sandbox.run(name, "--bus", "tcp://127.0.0.1:5555 tcp://127.0.0.1:6555")
      #expect(ended.ending == .exited(2))
      #expect(ended.errors.contains("a broker listens on one endpoint, not on each of 'tcp://127.0.0.1:5555 tcp://127.0.0.1:6555'"))
    }
  }
}
