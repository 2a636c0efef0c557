public import OrderedJSON

/// An error as it is sent over the bus: an RFC 9457 problem document.
public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The media type of the document (RFC 9457 section 3).
  public static let contentType = "application/problem+json"

  /// HTTP status code, from 400 to 599.
  public var status: Int
  /// Short summary, the same for every problem of this type: `no fetcher is attached`.
  public var title: String
  /// Explanation of this occurrence, and what to do about it.
  public var detail: String?
  /// URI of the problem type: `urn:holocron:no-worker`. `about:blank` if the status says enough (RFC 9457 section 4.2.1).
  public var type: String
  /// Extension members (RFC 9457 section 3.2), in order.
  public var extensions: JSON.Object
  /// Seconds to wait before a retry (RFC 9110 section 10.2.3); sent as the field `retry-after`.
  public var retryAfter: Int?

  /// Creates a problem of the given type.
  public init(
    _ status: Int, _ title: String, detail: String? = nil, type: String = "about:blank", extensions: JSON.Object = JSON.Object(),
    retryAfter: Int? = nil
  ) {
    (self.status, self.title, self.detail, self.type) = (status, title, detail, type)
    (self.extensions, self.retryAfter) = (extensions, retryAfter)
  }

  public var description: String { detail.map { "\(title): \($0)" } ?? title }

  /// The document, with the standard members first.
  public var json: JSON {
    var object: JSON.Object = ["type": .string(type), "title": .string(title), "status": .number(status)]
    object["detail"] = detail.map(JSON.string)
    for member in extensions where object[member.name] == nil { object[member.name] = member.value }
    return .object(object)
  }

  var fields: Fields {
    var fields: Fields = ["content-type": Self.contentType]
    fields["retry-after"] = retryAfter.map(String.init)
    return fields
  }

  init(reading reply: Reply) {
    self.init(reply.status, (try? JSON(parsing: reply.content))?.object ?? JSON.Object())
    retryAfter = reply.fields["retry-after"].flatMap { Int(digits: $0) }
  }

  /// Reads a document that another document contains; `nil` without a status from 400 to 599.
  public init?(_ json: JSON) {
    guard let document = json.object, let status = document["status"]?.int, (400...599).contains(status) else { return nil }
    self.init(status, document)
  }

  private init(_ status: Int, _ document: JSON.Object) {
    let standard: Set = ["type", "title", "status", "detail"]
    self.init(
      status, document["title"]?.string ?? Self.phrases[status].map { "status \(status) (\($0))" } ?? "status \(status)",
      detail: document["detail"]?.string, type: document["type"]?.string ?? "about:blank",
      extensions: JSON.Object(document.lazy.filter { !standard.contains($0.name) }.map { ($0.name, $0.value) }))
  }

  /// The meanings of common status codes (RFC 9110 section 15, RFC 6585).
  private static let phrases = [
    400: "bad request", 401: "unauthorized", 403: "forbidden", 404: "not found", 405: "method not allowed", 408: "request timeout",
    409: "conflict", 410: "gone", 412: "precondition failed", 413: "content too large", 414: "URI too long", 421: "misdirected request",
    429: "too many requests", 431: "header fields too large", 500: "internal server error", 501: "not implemented", 502: "bad gateway",
    503: "service unavailable", 504: "gateway timeout",
  ]
}
