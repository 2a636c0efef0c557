import HTTPTypes
import NIOCore
import Text

/// Answer with an error or another status, ask clients to slow down, or redirect them: elsewhere, to another server, or in a loop.
enum StatusFaults {
  static let list = [
    FaultSyntax("status", "CODE", "Answer with this status and, unless it is 204 or 304, a short JSON body") {
      words throws(OriginServerError) in
      let code = try words.next("a status from 200 to 599") { Int($0).flatMap { (200...599).contains($0) ? $0 : nil } }
      return Fault { plan, _ in answer(&plan, code, "Injected fault: status \(code)") }
    },
    // RFC 6585 section 4, RFC 9110 section 10.2.3.
    FaultSyntax("throttle", "[SECONDS|date:TIME]", "Answer 429, with Retry-After in seconds, or as the date in TIME (date:90s)") {
      words throws(OriginServerError) in
      let expected = "a number of seconds such as 5, or date:90s"
      let (seconds, date) = try words.next(expected, default: "") { word -> (seconds: String?, date: Duration?)? in
        if word.isEmpty { return (nil, nil) }
        if word.hasPrefix("date:") { return DurationText.parse(String(word.dropFirst(5))).map { (nil, $0) } }
        // As written, also a number that no server should send.
        return Int(word).flatMap { $0 < 0 ? nil : (word, nil) }
      }
      return Fault { plan, _ in
        answer(&plan, 429, "Request was throttled.")
        plan.fields[.retryAfter] = seconds
        plan.retryDate = date ?? plan.retryDate
      }
    },
    FaultSyntax(
      "redirect", "loop|URL|PATH [CODE]",
      "Redirect (302, or 301, 303, 307 or 308): to the same URL, to a URL or path, or to another server (http://host, which gets the same path)"
    ) { words throws(OriginServerError) in
      let expected = "'loop', a URL such as http://127.0.0.1:8080, or a path such as /api/films/"
      let goal = try words.next(expected) { word in
        HTTPField.isValidValue(word) && (word == "loop" || word.hasPrefix("/") || server(word)?.isEmpty == false) ? word : nil
      }
      let code = try words.next("301, 302, 303, 307 or 308", default: "302") { word in
        Int(word).flatMap { [301, 302, 303, 307, 308].contains($0) ? $0 : nil }
      }
      let isServer = server(goal)?.contains("/") == false
      return Fault { plan, occasion in
        plan.status = HTTPResponse.Status(code: code)
        plan.replaceBody(ByteBuffer())
        let target = occasion.request.target
        plan.fields[.location] = goal == "loop" ? occasion.root + target : isServer ? goal + target : goal
      }
    },
  ]

  private static func answer(_ plan: inout ResponsePlan, _ code: Int, _ detail: String) {
    plan.status = HTTPResponse.Status(code: code)
    plan.fields[.location] = nil
    plan.replaceBody(#"{"detail":"\#(detail)"}"#)
    guard !plan.mayHaveBody else { return }
    plan.body.clear()
    plan.fields[.contentType] = nil
  }

  /// Returns what follows the scheme of a URL; `nil` for a text without one.
  private static func server(_ url: String) -> Substring? {
    ["http://", "https://"].first { url.hasPrefix($0) }.map { url.dropFirst($0.count) }
  }
}
