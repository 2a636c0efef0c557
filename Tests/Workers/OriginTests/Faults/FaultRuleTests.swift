import HTTPTypes
import TestSupport
import Testing

@testable import Origin

@Suite struct FaultRuleTests {
  @Test func `a rule has a fault and conditions in any order`() throws {
    let rule = try FaultRule("after 10s for 5s status 503 rate 0.3 path /api/people/*")
    #expect(rule.fault.response.status.code == 503)
    #expect(rule.window == FaultWindow(after: .seconds(10), length: .seconds(5), period: nil))
    #expect(rule.rate == 0.3)
    #expect(rule.path?.text == "/api/people/*")
    let other = try FaultRule("  path * rate 30% every 10s requests 2..4 status 404 for 1s # why")
    #expect(other.fault.response.status.code == 404)
    #expect(other.window == FaultWindow(after: .zero, length: .seconds(1), period: .seconds(10)))
    #expect(other.requests == 2...4)
    #expect(other.text == "path * rate 30% every 10s requests 2..4 status 404 for 1s")
  }

  /// Each fault with each form of its arguments.
  @Test(arguments: [
    "latency 20ms", "latency 10ms..50ms", "latency lognormal:20ms,0.5", "bandwidth 16KiB", "drip 1/100ms", "drip 1KiB/1s", "status 503",
    "throttle", "throttle 5", "throttle date:90s", "truncate", "truncate 100", "truncate 25%", "malformed", "malformed cut",
    "malformed empty", "malformed garbage", "malformed html", "malformed nested", "malformed utf8", "content-type text/html",
    "content-type \"text/html; charset=utf-8\"", "reset", "reset accept", "reset request", "reset headers", "reset body", "close",
    "close accept", "close headers", "hang", "hang accept", "hang headers", "hang body", "hang end", "redirect loop",
    "redirect http://127.0.0.1:9", "redirect https://example.com/x 301", "redirect /api/films/ 308", "next endless", "next loop",
    "next http://evil.example/", "huge 100MiB", "hostile", "hostile names", "hostile bidi", "hostile links", "clock +2h", "clock -30d",
  ])
  func `every form of every fault is accepted`(line: String) throws {
    let rule = try FaultRule("\(line) requests 1")
    #expect(rule.text == "\(line) requests 1")
    #expect(rule.requests == 1...1)
  }

  @Test(arguments: [
    ("", "missing fault: expected one of latency, bandwidth"), ("rate 0.5", "missing fault: expected one of latency"),
    ("explode", "unknown fault 'explode': expected one of latency"), ("status", "'status CODE' needs a status from 200 to 599"),
    ("status 100", "invalid value '100': expected a status from 200 to 599"),
    ("status 503 now", "unexpected 'now' after 'status CODE': expected one of after"),
    ("status 503 rate 2", "invalid value '2': expected a number from 0 to 1, or a percentage such as 30%"),
    ("status 503 rate nan", "invalid value 'nan': expected a number from 0 to 1"), ("status 503 rate", "'rate' needs a value"),
    ("status 503 rate 1 rate 1", "'rate' may appear once"), ("status 503 path people", "expected a path such as /api/people/1/"),
    ("status 503 requests 0", "expected a number from 1 up, or a range"), ("status 503 requests 5..3", "expected a number from 1 up"),
    ("status 503 after soon", "invalid value 'soon': expected a duration such as 500ms, 2s or 10m"),
    ("status 503 for 0", "'for' needs a time above 0"), ("status 503 every 10s", "'every' needs a 'for' that is shorter"),
    ("status 503 for 10s every 10s", "'every' needs a 'for' that is shorter"), ("latency soon", "expected a time such as 20ms, a range"),
    ("latency 50ms..10ms", "expected a time such as 20ms, a range"), ("latency lognormal:20ms", "or lognormal:MEDIAN,SIGMA"),
    ("bandwidth 0", "invalid value '0': expected a size from 1 to 1GiB"), ("drip 5", "expected a size and a time such as 1/100ms"),
    ("drip 1/0", "invalid value '1/0': expected a size and a time such as"),
    ("truncate 100%", "or a percentage below 100"), ("malformed badly", "expected one of cut, empty, garbage, html, nested, utf8"),
    ("reset sometimes", "expected one of request, accept, headers, body"), ("redirect", "needs 'loop', a URL such as"),
    ("redirect loop 200", "expected 301, 302, 303, 307 or 308"), ("next page", "expected endless, loop or a URL"),
    ("next", "needs endless, loop or a URL"),
    ("clock 2h", "expected a time with a sign such as +2h or -30d"), ("throttle -1", "expected a number of seconds such as 5, or date:90s"),
    ("reset accept path /x", "a connection that was just accepted has no path"), ("status \"503", "a quotation mark is not closed"),
    ("status 503 status 404", "unexpected 'status' after 'status CODE'"), ("latency 1ms rate 1 status 404", "a rule has one fault"),
    ("content-type \"a\u{1}b\"", "expected a type such as text/html"),
  ])
  func `an invalid rule says what is allowed`(line: String, message: String) {
    let error = #expect(throws: OriginServerError.self) { try FaultRule(line) }
    #expect(error?.code == .invalidRule)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("/api/people/1/", "/api/people/1/", true), ("/api/people/1/", "/api/people/1/?x=1", true),
    ("/api/people/1/", "/api/people/11/", false),
    ("/api/people/*", "/api/people/", true), ("/api/people/*", "/api/planets/1/", false), ("*", "/anything?at=all", true),
    ("/api/*/1/", "/api/people/1/", true), ("/api/*/1/", "/api/people/11", false), ("*/1/", "/api/people/1/", true),
    ("/a*b*c", "/a-b-c", true), ("/a*b*c", "/a-c-b", false), ("/aa*aa", "/aaa", false),
    ("/api/people/?page=*", "/api/people/?page=2", true),
    ("/api/people/?page=*", "/api/people/", false),
  ])
  func `a path pattern matches`(pattern: String, target: String, matches: Bool) throws {
    #expect(try #require(PathPattern(pattern)).matches(target) == matches)
  }

  @Test(arguments: [
    (FaultWindow(), [true, true, true, true]), (FaultWindow(after: .seconds(2)), [false, false, true, true]),
    (FaultWindow(length: .seconds(2)), [true, true, false, false]),
    (FaultWindow(after: .seconds(1), length: .seconds(1), period: .seconds(2)), [false, true, false, true]),
  ])
  func `a window contains times`(window: FaultWindow, contained: [Bool]) {
    #expect((0...3).map { window.contains(.seconds($0)) } == contained)
    #expect(window.contains(.seconds(2) - .nanoseconds(1)) == contained[1])
  }

  /// If this fails, add the new file of Kinds/ to the list in Fault.swift.
  @Test func `the list contains every fault of the folder once`() throws {
    let list = try ProjectFolder.text("Modules/Workers/Origin/Faults/Fault.swift")
    for name in try ProjectFolder.swiftFiles(in: "Modules/Workers/Origin/Faults/Kinds") {
      #expect(list.contains("\(name).list"), "\(name)")
    }
    #expect(Set(Faults.all.map { $0.name }).count == Faults.all.count)
    for fault in Faults.all {
      #expect(fault.usage.split(separator: " ").first.map(String.init) == fault.name)
      #expect(!FaultRule.keywords.contains(fault.name))
    }
  }
}

extension Fault {
  /// The response to a request for `/` with the fault.
  var response: ResponsePlan {
    var plan = ResponsePlan(200)
    var occasion = FaultOccasion(request: SWAPIRequest(target: "/"), root: "", random: FaultRandom(seed: 1, number: 1, rule: 1))
    apply(&plan, &occasion)
    return plan
  }
}
