import HTTPTypes
import NIOCore

/// A request, and what a server answered, with the times at which it did.
struct RecordedExchange: Sendable, Hashable {
  /// A part of the body as it arrived.
  struct Piece: Sendable, Hashable {
    /// The time since the head, or since the piece before.
    var pause: Duration
    var bytes: [UInt8]
  }

  /// `GET` or `HEAD`
  var method: String
  /// Path and query: `/api/people/1/`.
  var target: String
  /// The time from the start of the recording to the request.
  var sentAt: Duration
  var status: Int
  /// The reason phrase: `OK`.
  var reason: String
  /// The fields in their order, with names as the server wrote them. Some names may appear more than once.
  var fields: [Field]
  /// The time from the request to the head of the response.
  var headAfter: Duration
  var body: [Piece]

  struct Field: Sendable, Hashable {
    var name: String
    var value: String
  }

  /// The response as a plan.
  ///
  /// - Parameter keepsTiming: whether the times are repeated.
  func plan(keepsTiming: Bool) -> ResponsePlan {
    var plan = ResponsePlan(status: HTTPResponse.Status(code: status, reasonPhrase: reason))
    for field in fields {
      if let name = HTTPField.Name(field.name) { plan.fields.append(HTTPField(name: name, value: field.value)) }
    }
    for piece in body { plan.body.writeBytes(piece.bytes) }
    plan.isVerbatim = true
    if keepsTiming {
      plan.delay = headAfter
      plan.pace = .recorded(body.map { Pace.Piece(pause: $0.pause, bytes: $0.bytes.count) })
    }
    return plan
  }
}
