import HTTPTypes
import NIOCore

/// Redirects clients: elsewhere, to another server, or in a loop.
struct RedirectFault: Fault {
  static let syntaxes = [
    FaultSyntax(
      "redirect", "loop|URL|PATH [CODE]",
      "Redirect (302, or 301, 303, 307 or 308): to the same URL, to a URL or path, or to another server (http://host, which gets the same path)"
    ) { words throws(FaultSyntaxError) in try RedirectFault(&words) }
  ]

  private enum Goal: Hashable {
    case loop
    /// Scheme and authority of a server, which gets the path and query of the request.
    case server(String)
    case location(String)
  }
  private let goal: Goal
  private let code: Int

  private init(_ words: inout FaultWords) throws(FaultSyntaxError) {
    let expected = "'loop', a URL such as http://127.0.0.1:8080, or a path such as /api/films/"
    let word = try words.require(expected)
    guard HTTPField.isValidValue(word) else { throw FaultWords.error(word, expected) }
    if word == "loop" {
      goal = .loop
    } else if word.hasPrefix("http://") || word.hasPrefix("https://") {
      let rest = word.drop { $0 != ":" }.dropFirst(3)
      guard !rest.isEmpty else { throw FaultWords.error(word, expected) }
      goal = rest.contains("/") ? .location(word) : .server(word)
    } else {
      guard word.hasPrefix("/") else { throw FaultWords.error(word, expected) }
      goal = .location(word)
    }
    let status = words.next() ?? "302"
    guard let code = Int(status), [301, 302, 303, 307, 308].contains(code) else {
      throw FaultWords.error(status, "301, 302, 303, 307 or 308")
    }
    self.code = code
  }

  var needsBody: Bool { true }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) {
    plan.status = HTTPResponse.Status(code: code)
    plan.replaceBody(ByteBuffer())
    let target = occasion.request.target
    plan.fields[.location] =
      switch goal {
      case .loop: occasion.root + target
      case .server(let server): server + target
      case .location(let location): location
      }
  }
}
