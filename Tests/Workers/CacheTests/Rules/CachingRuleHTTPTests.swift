import Contracts
import MessageBus
import Models
import ServiceTestSupport
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
      var settings = CacheSettings.longTimeouts
      settings.lifetimes = CachingRule.lifetimes
      try await withCacheOverHTTP(of: server.base, cache: settings) { client in
        for (index, rule) in CachingRule.all.enumerated() {
          let outcome = try await Self.outcome(of: rule, index + 1, client)
          #expect(outcome == rule.outcome, "\(rule.testDescription): \(outcome) instead of \(rule.outcome)")
        }
      }
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
