import FoundationEssentials
import HTTPClient
import HTTPTypes
import NIOCore
import OrderedJSON

/// What a server answered: a file of JSON Lines, that is a JSON document in each line.
///
/// The first line describes the recording:
///
/// ```json
/// {"format":"holocron-recording","version":1,"server":"https://swapi.dev","base":"/api","started":"2026-11-23T12:00:00Z"}
/// ```
///
/// Each other line is a request and its response, in the order in which the responses ended:
///
/// ```json
/// {"method":"GET","target":"/api/people/1/","at":12.5,"status":200,"reason":"OK","fields":[["Content-Type","application/json"]],
///  "head_after":34.2,"body":[[0.1,"eyJuYW1lIjoiTHVr"],[1.2,"ZSJ9"]]}
/// ```
///
/// `at` is the time of the request since the start, `head_after` the time from the request to the head of the response. `body` has the parts of
/// the body as they arrived, each with the time since the head or the part before, in base64. Times are milliseconds. `reason` is the usual
/// phrase of the status (RFC 9110 section 15): the HTTP library neither reads nor writes another one. Readers ignore unknown members.
public struct Recording: Sendable {
  static let format = "holocron-recording"
  static let version = 1
  /// The maximum size of a file in bytes.
  static let maxSize = 256 << 20

  /// Scheme and authority of the server: `https://swapi.dev`.
  public let server: String
  /// The path of the API root, without a slash at the end: `/api`.
  public let base: String
  /// When the recording started, as RFC 3339 writes it.
  public let started: String
  var exchanges: [RecordedExchange] = []

  var headerLine: JSON {
    [
      "format": .string(Self.format), "version": .number(Self.version), "server": .string(server), "base": .string(base),
      "started": .string(started),
    ]
  }

  init(server: String, base: String, started: String) {
    (self.server, self.base, self.started) = (server, base, started)
  }

  /// Reads a file of at most 256 MiB. Throws ``OriginServerErrorCode/unreadableFile``, or ``OriginServerErrorCode/damagedRecording`` with a
  /// message that names the line.
  public init(file path: String) throws(OriginServerError) {
    try self.init(try OriginServerError.read(path, upTo: Self.maxSize), name: path)
  }

  init(_ bytes: [UInt8], name: String) throws(OriginServerError) {
    func damaged(_ line: Int, _ reason: String) -> OriginServerError {
      OriginServerError(.damagedRecording, "\(name), line \(line): \(reason)")
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first, let header = try? JSON(parsing: first), header["format"]?.string == Self.format else {
      throw damaged(1, "not a recording of holocron-origin, whose first line has \"format\":\"\(Self.format)\"")
    }
    guard header["version"]?.int == Self.version else {
      throw damaged(1, "this version of the format is unknown; this program reads version \(Self.version)")
    }
    self.init(
      server: header["server"]?.string ?? "", base: header["base"]?.string ?? "/api", started: header["started"]?.string ?? "")
    guard base.isEmpty || base.hasPrefix("/") else { throw damaged(1, "'base' must be a path") }
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      do {
        exchanges.append(try RecordedExchange(try JSON(parsing: line)))
      } catch let error as RecordedExchange.FormatError {
        throw damaged(index + 1, error.reason)
      } catch {
        let isCut = index == lines.count - 1
        throw damaged(index + 1, isCut ? "the file ends in the middle of the line; remove the line to use the rest" : "\(error)")
      }
    }
  }
}

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
  var fields: [HTTPClientField]
  /// The time from the request to the head of the response.
  var headAfter: Duration
  var body: [Piece]

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

/// The line of an exchange in a recording; see ``Recording``.
extension RecordedExchange {
  /// Why a line is not an exchange.
  struct FormatError: Error, Hashable {
    let reason: String
  }

  var json: JSON {
    [
      "method": .string(method), "target": .string(target), "at": Self.json(sentAt), "status": .number(status), "reason": .string(reason),
      "fields": .array(fields.map { [.string($0.name), .string($0.value)] }), "head_after": Self.json(headAfter),
      "body": .array(body.map { [Self.json($0.pause), .string(Data($0.bytes).base64EncodedString())] }),
    ]
  }

  init(_ json: JSON) throws(FormatError) {
    func require<Value>(_ value: Value?, _ reason: String) throws(FormatError) -> Value {
      guard let value else { throw FormatError(reason: reason) }
      return value
    }
    func text(_ name: String) throws(FormatError) -> String { try require(json[name]?.string, "'\(name)' must be a text") }
    /// Times are numbers of milliseconds, of at most a hundred years.
    func time(_ json: JSON?, _ name: String) throws(FormatError) -> Duration {
      let number = try require(json?.double, "'\(name)' must be a number of milliseconds")
      guard (0...3_155_760_000_000).contains(number) else { throw FormatError(reason: "'\(name)' must be a number of milliseconds") }
      return .microseconds(Int64((number * 1_000).rounded()))
    }
    guard json.object != nil else { throw FormatError(reason: "the line is not a JSON object") }
    method = try text("method")
    guard ["GET", "HEAD"].contains(method) else { throw FormatError(reason: "'method' must be GET or HEAD") }
    target = try text("target")
    guard target.hasPrefix("/") else { throw FormatError(reason: "'target' must start with a slash") }
    sentAt = try time(json["at"], "at")
    status = try require(json["status"]?.int.flatMap { (200...599).contains($0) ? $0 : nil }, "'status' must be a number from 200 to 599")
    reason = try text("reason")
    guard HTTPField.isValidValue(reason) else { throw FormatError(reason: "'reason' has control characters") }
    fields = []
    for field in try require(json["fields"]?.array, "'fields' must be an array of names and values") {
      guard let pair = field.array, pair.count == 2, let name = pair[0].string, let value = pair[1].string else {
        throw FormatError(reason: "each of 'fields' must be a name and a value")
      }
      guard Self.isReadable(name, value) else {
        throw FormatError(reason: "'fields' has a name or value that HTTP does not allow: '\(name)'")
      }
      fields.append(HTTPClientField(name, value))
    }
    headAfter = try time(json["head_after"], "head_after")
    body = []
    for piece in try require(json["body"]?.array, "'body' must be an array of times and base64 texts") {
      guard let pair = piece.array, pair.count == 2, let text = pair[1].string else {
        throw FormatError(reason: "each piece of 'body' must be a time and a base64 text")
      }
      let bytes = Array(try require(Data(base64Encoded: text), "'body' is not valid base64"))
      body.append(Piece(pause: try time(pair[0], "body"), bytes: bytes))
    }
  }

  /// Whether ``init(_:)`` accepts the line. Some servers send what HTTP does not allow, and one such line would make the recording useless.
  var isReadable: Bool { HTTPField.isValidValue(reason) && fields.allSatisfy { Self.isReadable($0.name, $0.value) } }

  private static func isReadable(_ name: String, _ value: String) -> Bool {
    HTTPField.Name(name) != nil && HTTPField.isValidValue(value)
  }

  private static func json(_ time: Duration) -> JSON { .number((time / .microseconds(1)).rounded() / 1_000) }
}
