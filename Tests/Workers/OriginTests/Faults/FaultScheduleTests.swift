import HTTPTypes
import TestSupport
import Testing

@testable import Origin

/// A schedule that tests ask for the faults of requests.
private final class ScheduleHarness {
  var schedule: FaultSchedule

  init(_ lines: String, seed: UInt64 = 1) throws {
    schedule = FaultSchedule(seed: seed)
    _ = try schedule.add(try FaultScript.rules(in: lines, name: "test"), elapsed: .zero)
  }

  /// Returns the statuses that the next requests get, `nil` for no fault.
  func statuses(_ count: Int, target: String = "/api/", elapsed: Duration = .zero) -> [Int?] {
    (0..<count).map { _ in
      schedule.drawForRequest(target: target, elapsed: elapsed).faults.map(\.fault.response.status.code).last { $0 != 200 }
    }
  }

  func connections(_ count: Int) -> [Ending?] { (0..<count).map { _ in schedule.drawForConnection(elapsed: .zero).ending } }
}

@Suite struct FaultScheduleTests {
  @Test func `the same seed gives each request the same fault`() throws {
    let rules = "status 503 rate 0.3\nstatus 404 rate 10%"
    let drawn = try ScheduleHarness(rules).statuses(1_000)
    #expect(try ScheduleHarness(rules).statuses(1_000) == drawn)
    #expect(try ScheduleHarness(rules, seed: 2).statuses(1_000) != drawn)
    let counts = Dictionary(grouping: drawn) { $0 }.mapValues(\.count)
    // 0.9 × 0.3 of the requests; 99.99 % of the seeds are within.
    #expect((210...330).contains(counts[503] ?? 0), "\(counts)")
    #expect((60...145).contains(counts[404] ?? 0), "\(counts)")
  }

  @Test func `the time and other rules do not change what a rule draws`() throws {
    let alone = try ScheduleHarness("status 503 rate 0.3")
    let together = try ScheduleHarness("status 503 rate 0.3\nlatency 1ms..2ms rate 0.5")
    #expect(alone.statuses(500) == together.statuses(500, elapsed: .seconds(99)))
  }

  @Test func `rules with times apply in their windows`() throws {
    let harness = try ScheduleHarness("after 10s for 5s status 503\nafter 12s for 5s status 404")
    let statuses = [0, 9, 10, 11, 12, 14, 15, 16, 17].map { harness.statuses(1, elapsed: .seconds($0))[0] }
    #expect(statuses == [nil, nil, 503, 503, 404, 404, 404, 404, nil])
  }

  @Test func `rules apply to the requests that they number`() throws {
    let harness = try ScheduleHarness("requests 1..2 status 503\nrequests 3 status 404\nrequests 5.. status 500")
    #expect(harness.statuses(7) == [503, 503, 404, nil, 500, 500, 500])
  }

  @Test func `a rule numbers the requests that its path and times select`() throws {
    let harness = try ScheduleHarness("path /api/people/* requests 2 status 503\nafter 5s requests 1 status 404")
    #expect(harness.statuses(2, target: "/api/films/") == [nil, nil])
    #expect(harness.statuses(3, target: "/api/people/1/") == [nil, 503, nil])
    #expect(harness.statuses(2, target: "/api/films/", elapsed: .seconds(5)) == [404, nil])
  }

  @Test func `numbers and times of a rule that is added later count from then`() throws {
    let harness = try ScheduleHarness("requests 1 status 503")
    #expect(harness.statuses(3, elapsed: .seconds(1)) == [503, nil, nil])
    let rule = try FaultRule("requests 2 after 5s status 404")
    let added = try harness.schedule.add([rule], elapsed: .seconds(100))
    #expect(added.map(\.id) == [2])
    #expect(harness.statuses(1, elapsed: .seconds(104)) == [nil])
    #expect(harness.statuses(3, elapsed: .seconds(105)) == [nil, 404, nil])
  }

  @Test func `paths select requests, and connections have numbers of their own`() throws {
    let harness = try ScheduleHarness("path /api/people/* status 503\nreset accept requests 2")
    #expect(harness.statuses(1, target: "/api/films/") == [nil])
    #expect(harness.statuses(1, target: "/api/people/1/") == [503])
    #expect(harness.connections(3) == [nil, Ending(manner: .reset, place: .accept), nil])
    #expect(harness.schedule.requests == 2 && harness.schedule.connections == 3)
    #expect(harness.schedule.entries.map(\.matched) == [1, 1])
  }

  @Test func `rules are removed by their numbers, which later rules do not get`() throws {
    let harness = try ScheduleHarness("status 500\nstatus 501\nstatus 502")
    #expect(harness.schedule.entries.map(\.id) == [1, 2, 3])
    let removed = [harness.schedule.remove(1), harness.schedule.remove(2), harness.schedule.remove(3)]
    #expect(removed == [true, true, true])
    let added = try harness.schedule.add([try FaultRule("status 404")], elapsed: .zero)
    #expect(added.map(\.id) == [4])
    #expect(harness.statuses(1) == [404])
  }

  @Test func `the number of rules is limited`() throws {
    var schedule = FaultSchedule(seed: 1)
    let rule = try FaultRule("status 500")
    let most = try schedule.add(Array(repeating: rule, count: 1_000), elapsed: .zero)
    #expect(most.count == 1_000)
    #expect(throws: OriginServerError.self) { try schedule.add([rule], elapsed: .zero) }
  }

  @Test func `a script names the file and the line of an error`() throws {
    let rules = try FaultScript.rules(in: "# comment\n\n  status 503 rate 0.3 # part\nlatency 5ms\r\n", name: "faults.txt")
    #expect(rules.map(\.source) == ["faults.txt:3", "faults.txt:4"])
    let error = #expect(throws: OriginServerError.self) { try FaultScript.rules(in: "status 503\nstats 5\n", name: "faults.txt") }
    #expect(error?.message.hasPrefix("faults.txt, line 2: unknown fault 'stats': expected one of latency,") == true)
    let many = Array(repeating: "status 500", count: 1_001).joined(separator: "\n")
    let tooMany = #expect(throws: OriginServerError.self) { try FaultScript.rules(in: "\(many)\nstats 5", name: "faults.txt") }
    #expect(tooMany?.message == "faults.txt: more than 1000 rules")
    let folder = try TemporaryDirectory()
    let missing = #expect(throws: OriginServerError.self) { try FaultScript.rules(ofFile: folder.file("missing")) }
    #expect(missing?.code == .unreadableFile)
  }
}
