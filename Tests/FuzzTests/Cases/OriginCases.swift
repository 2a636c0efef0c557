import HTTPTypes
import NIOCore
import OrderedJSON

@testable import Origin

/// Rules for faults: script files and bodies of the admin endpoint, and their effects on responses.
enum FaultsCase: FuzzCase {
  static let name = "faults"

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    let text = String(decoding: input, as: UTF8.self)
    guard let rules = try? FaultScript.rules(in: text, name: "script") else { return }
    for rule in rules.prefix(8) {
      guard let again = try? FaultRule(rule.text) else {
        throw BrokenPromise("the text of a rule cannot be parsed: \(rule.text)")
      }
      try promise(again.text == rule.text, "the text of a rule changes when it is parsed: \(rule.text)")
    }
    var schedule = FaultSchedule(seed: 1)
    guard (try? schedule.add(rules, elapsed: .zero)) != nil else { return }
    for elapsed in [Duration.zero, .milliseconds(999), .seconds(86_400), .seconds(1 << 40)] {
      _ = schedule.drawForConnection(elapsed: elapsed)
      var plan = ResponsePlan(status: .ok)
      plan.body = ByteBuffer(string: #"{"name":"Luke","next":null,"url":"http://a/api/people/1/"}"#)
      var request = SWAPIRequest(target: "/api/people/?page=2")
      for drawn in schedule.drawForRequest(target: request.target, elapsed: elapsed).faults.prefix(8) {
        drawn.fault.rewrite(&request)
        var occasion = FaultOccasion(request: request, root: "http://a", random: drawn.random)
        drawn.fault.apply(&plan, &occasion)
      }
      _ = plan.head(now: 1_767_225_600)
      try check(plan)
    }
  }

  /// The pieces of the body make progress.
  private static func check(_ plan: ResponsePlan) throws(BrokenPromise) {
    try promise(plan.delay >= .zero, "a negative delay")
    var limit = plan.bodyLength
    if case .body(let part) = plan.ending?.place { limit = part.count(of: plan.bodyLength) }
    try promise((0...plan.bodyLength).contains(limit), "\(limit) of \(plan.bodyLength) bytes")
    try promise(plan.pace.bytes > 0 && plan.pace.pause >= .zero, "\(plan.pace)")
  }
}

/// Recordings of the origin.
enum RecordingCase: FuzzCase {
  static let name = "recording"

  private static let header = Array(#"{"format":"holocron-recording","version":2,"base":"/api"}"#.utf8) + [0x0A]

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    _ = try? Recording(input, name: "file")
    if let recording = try? Recording(header + input, name: "file") {
      for exchange in recording.exchanges.prefix(8) {
        guard let again = try? RecordedExchange(exchange.json) else { throw BrokenPromise("a written exchange cannot be read") }
        try promise(again == exchange, "an exchange changes when it is written and read")
        try promise(exchange.isReadable, "an exchange that was read is not readable")
        try promise(Array(exchange.plan.body.readableBytesView) == exchange.body, "a replay has other bytes")
        _ = exchange.plan.head(now: 0)
      }
    }
  }
}
