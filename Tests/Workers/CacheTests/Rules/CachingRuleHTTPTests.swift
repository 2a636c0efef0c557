import Contracts
import Dialects
import MessageBus
import Models
import Networking
import OriginTestSupport
import TestSupport
import Testing

@testable import Cache

/// The same rules through an HTTP server, a fetch worker, the bus and a cache worker. The cache's clock stands still; time that passes is an
/// `age` of the origin's answer.
@Suite struct CachingRuleHTTPTests {
  @Test(.timeLimit(.minutes(2)))
  func `requests over HTTP and the bus are decided by the rules`() async throws {
    try await withServer { target, _ in
      let number = target.split(separator: "/").last.flatMap { Int($0) } ?? 0
      guard CachingRule.all.indices.contains(number - 1) else { return [.answer("{}", status: 404)] }
      return [CachingRule.all[number - 1].answer]
    } _: { server in
      try await withCache(of: server.base) { client in
        for (index, rule) in CachingRule.all.enumerated() {
          let outcome = try await Self.outcome(of: rule, index + 1, client)
          #expect(outcome == rule.outcome, "\(rule.testDescription): \(outcome) instead of \(rule.outcome)")
        }
      }
    }
  }

  /// Runs `body` with a client of a bus with a cache worker and a fetch worker for the origin at `base`.
  private func withCache(of base: String, _ body: @Sendable @escaping (BusClient) async throws -> Void) async throws {
    let address = try BusAddress(requests: Endpoint("inproc://caching-rules"))
    let broker = try Broker(binding: [address], logger: .silent)
    let origin = try HTTPOrigin(try HTTPURL(base), dialect: "swapi", dialects: .standard)
    var settings = CacheSettings.longTimeouts
    settings.lifetimes = CachingRule.lifetimes
    let source = try BusClient(address)
    let service = CacheService(
      store: MemoryStore(), source: BusSource(source), settings: settings, clock: TestClock().reading, logger: .silent)
    let workers = [
      try BusWorker(FetchService(origin, timeout: .testLimit), at: address, logger: .silent),
      try BusWorker(service, at: address, logger: .silent),
    ]
    let client = try BusClient(address)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await broker.run() }
      for worker in workers { group.addTask { try await worker.run() } }
      try await within(.testLimit, "the test ends") { try await body(client) }
      for worker in workers { worker.drain() }
      for client in [client, source] { await client.close() }
      await origin.close()
      broker.stop()
      try await group.waitForAll()
    }
  }

  /// Requests record `number` twice, the second time with the fields of the rule.
  private static func outcome(of rule: CachingRule, _ number: Int, _ client: BusClient) async throws -> CachingRule.Outcome {
    var request = RecordRequest(Reference(.people, number)).request
    let first = try await client.ask(ServiceName.cache.text, request, within: .testLimit)
    // The fetch worker reports a record that is gone as missing.
    let status = rule.status == 410 ? 404 : rule.status
    #expect(first.cacheStatus?.hasPrefix("holocron; fwd=miss; fwd-status=\(status)") == true, "\(rule.testDescription): \(first)")
    guard first.cacheStatus?.hasSuffix("; stored") == true else { return .notStored }
    for name in rule.request.names { request.fields[name] = rule.request[name] }
    let second = try await client.ask(ServiceName.cache.text, request, within: .testLimit)
    return try #require(CachingRule.Outcome(second), "\(second)")
  }
}

extension CachingRule {
  /// The origin's answer.
  fileprivate var answer: ScriptedServer.Step {
    var fields = response
    if after > 0 { fields["age"] = String((fields["age"].flatMap { Int64($0) } ?? 0) + after) }
    let body = status == 200 ? #"{"name":"Luke Skywalker"}"# : #"{"detail":"Not found."}"#
    return .answer(body, status: status, fields: fields.names.compactMap { name in fields[name].map { "\(name): \($0)" } })
  }
}

extension CachingRule.Outcome {
  /// Reads the cache status of a reply.
  init?(_ reply: Reply) {
    if reply.problem?.type == ProblemType.notCached {
      self = .refused
      return
    }
    let words = (reply.cacheStatus ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
    func value(_ name: String) -> String? { words.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) } }
    if let reason = value("fwd").flatMap({ CacheDecision.Reason(rawValue: $0) }) {
      self = .fetch(reason)
    } else if let timeToLive = value("ttl").flatMap({ Int64($0) }) {
      self = value("detail").flatMap { CacheStatus.Detail(rawValue: $0) }.map { .stale(timeToLive, $0) } ?? .fresh(timeToLive)
    } else {
      return nil
    }
  }
}
