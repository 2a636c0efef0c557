import HTTPTypes
import NIOCore

/// A response, and how it is sent. Faults change it; ``ResponseSender`` sends it.
public struct ResponsePlan: Sendable {
  var status: HTTPResponse.Status
  /// All fields except Date and Content-Length, which the server adds.
  var fields = HTTPFields()
  var body = ByteBuffer()
  /// The number of spaces after the body, which JSON allows.
  var padding = 0
  /// The time before the response is sent.
  var delay = Duration.zero
  var pace = Pace.unlimited
  /// How the response ends early; `nil` for a complete response.
  var ending: Ending?
  /// The time until the date in Retry-After; `nil` for no date.
  var retryDate: Duration?
  /// By how much the server's clock is ahead.
  var clockSkew = Duration.zero
  /// Whether ``fields`` are sent unchanged, without Date and Content-Length: those of a recording.
  var isVerbatim = false

  /// Holds the place of a recorded body in memory until the response is sent.
  var bodyShare: BodyBudget.Share?

  init(status: HTTPResponse.Status) { self.status = status }

  init(_ code: Int) { self.init(status: code == 304 ? .notModified : HTTPResponse.Status(code: code)) }

  /// An error of this server rather than of a dialect, with the body `{"detail":…}`. `text` needs no escapes in JSON.
  init(error code: Int, _ text: String) {
    self.init(code)
    replaceBody(#"{"detail":"\#(text)"}"#)
  }

  var bodyLength: Int { body.readableBytes + padding }

  /// Replaces the body with that of an error.
  mutating func replaceBody(_ text: String, type: String = "application/json") {
    replaceBody(ByteBuffer(string: text))
    fields[.contentType] = type
  }

  /// Replaces the body. The entity tag and other fields that describe the old one are removed.
  mutating func replaceBody(_ body: ByteBuffer) {
    self.body = body
    padding = 0
    for name in [HTTPField.Name.eTag, .lastModified, .contentEncoding, .contentLength, .transferEncoding] { fields[name] = nil }
    isVerbatim = false
  }
}

/// A premature end of a connection or a response.
struct Ending: Sendable, Hashable {
  enum Manner: Sendable, Hashable {
    /// The server closes the connection (FIN).
    case close
    /// The server resets the connection (RST).
    case reset
    /// The server sends nothing more and keeps the connection open until the client closes it.
    case hang
  }

  enum Place: Sendable, Hashable {
    /// Right after the connection is accepted.
    case accept
    /// After the request, before the response.
    case request
    /// After the head of the response.
    case headers
    /// After this many bytes of the body.
    case body(BodyPart)
    /// After the whole body, whose length is not announced, so that the client cannot know that it has it all.
    case end
  }

  /// A part of a body from its start.
  enum BodyPart: Sendable, Hashable {
    case bytes(Int)
    /// From 0 to 1.
    case fraction(Double)

    /// Returns the number of bytes, less than `total` unless that is 0.
    func count(of total: Int) -> Int {
      switch self {
      case .bytes(let count): max(0, min(count, total - 1))
      case .fraction(let fraction): max(0, min(Int((Double(total) * fraction).rounded(.down)), total - 1))
      }
    }
  }

  var manner: Manner
  var place: Place
}

/// How fast a body is sent: `bytes` at a time, with `pause` between them.
struct Pace: Sendable, Hashable {
  /// The most bytes that are written at once.
  static let largestPiece = 65_536
  static let unlimited = Pace(bytes: largestPiece, pause: .zero)

  let bytes: Int
  let pause: Duration

  /// Returns the pace of a rate in bytes per second: up to twenty pieces a second.
  static func rate(_ bytesPerSecond: Int) -> Pace {
    let bytes = max(1, bytesPerSecond / 20)
    return Pace(bytes: bytes, pause: .seconds(1) * (Double(bytes) / Double(bytesPerSecond)))
  }
}
