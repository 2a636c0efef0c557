public import OrderedJSON

/// A server's answer to a request, independent of HTTP libraries.
public struct ServedAnswer: Sendable {
  public enum Body: Sendable {
    case empty
    case text(String)
    case json(JSON)
    /// A document that is written for the base URL of the server. If its bytes depend only on `key` and the base, they may be kept.
    case document(key: WireDocument?, write: @Sendable (_ base: String) -> JSON)
  }

  /// The entity tag of the body (RFC 9110 section 8.8.3).
  public enum EntityTagging: Sendable {
    case none
    case strong, weak
  }

  public var status: Int
  public var contentType = "application/json"
  public var body: Body
  public var entityTag = EntityTagging.none
  /// Changes the bytes of a JSON body; `nil` for none.
  public var translation: (@Sendable ([UInt8]) -> [UInt8])?
  /// Path and query of the target of a redirect.
  public var location: String?
  /// Further header fields.
  public var fields: [(name: String, value: String)] = []

  public init(_ status: Int, _ body: Body) {
    self.status = status
    self.body = body
  }

  /// A web page, as servers send for paths outside the API.
  public static func webPage(_ status: Int, _ title: String) -> ServedAnswer {
    var answer = ServedAnswer(status, .text("<!doctype html><title>\(title)</title><h1>\(title)</h1>\n"))
    answer.contentType = "text/html"
    return answer
  }

  /// A redirect to a path on the same server.
  public static func redirect(_ status: Int, to target: String) -> ServedAnswer {
    var answer = ServedAnswer(status, .empty)
    answer.contentType = "text/html"
    answer.location = target
    return answer
  }
}
