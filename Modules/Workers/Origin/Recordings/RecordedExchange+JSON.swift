import FoundationEssentials
import HTTPTypes
import OrderedJSON

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
    guard json.object != nil else { throw FormatError(reason: "the line is not a JSON object") }
    method = try Self.text(json, "method")
    guard ["GET", "HEAD"].contains(method) else { throw FormatError(reason: "'method' must be GET or HEAD") }
    target = try Self.text(json, "target")
    guard target.hasPrefix("/") else { throw FormatError(reason: "'target' must start with a slash") }
    sentAt = try Self.time(json["at"], "at")
    guard let status = json["status"]?.int, (200...599).contains(status) else {
      throw FormatError(reason: "'status' must be a number from 200 to 599")
    }
    self.status = status
    reason = try Self.text(json, "reason")
    guard HTTPField.isValidValue(reason) else { throw FormatError(reason: "'reason' has control characters") }
    guard let fields = json["fields"]?.array else { throw FormatError(reason: "'fields' must be an array of names and values") }
    self.fields = []
    for field in fields { self.fields.append(try Self.field(field)) }
    headAfter = try Self.time(json["head_after"], "head_after")
    guard let pieces = json["body"]?.array else { throw FormatError(reason: "'body' must be an array of times and base64 texts") }
    body = []
    for piece in pieces { body.append(try Self.piece(piece)) }
  }

  /// Whether ``init(_:)`` accepts the line. Some servers send what HTTP does not allow, and one such line would make the recording useless.
  var isReadable: Bool {
    HTTPField.isValidValue(reason) && fields.allSatisfy { HTTPField.Name($0.name) != nil && HTTPField.isValidValue($0.value) }
  }

  private static func field(_ json: JSON) throws(FormatError) -> Field {
    guard let pair = json.array, pair.count == 2, let name = pair[0].string, let value = pair[1].string else {
      throw FormatError(reason: "each of 'fields' must be a name and a value")
    }
    guard HTTPField.Name(name) != nil, HTTPField.isValidValue(value) else {
      throw FormatError(reason: "'fields' has a name or value that HTTP does not allow: '\(name)'")
    }
    return Field(name: name, value: value)
  }

  private static func piece(_ json: JSON) throws(FormatError) -> Piece {
    guard let pair = json.array, pair.count == 2, let text = pair[1].string else {
      throw FormatError(reason: "each piece of 'body' must be a time and a base64 text")
    }
    guard let bytes = Data(base64Encoded: text) else { throw FormatError(reason: "'body' is not valid base64") }
    return Piece(pause: try time(pair[0], "body"), bytes: Array(bytes))
  }

  private static func text(_ json: JSON, _ name: String) throws(FormatError) -> String {
    guard let text = json[name]?.string else { throw FormatError(reason: "'\(name)' must be a text") }
    return text
  }

  /// Times are numbers of milliseconds, of at most a hundred years.
  private static func time(_ json: JSON?, _ name: String) throws(FormatError) -> Duration {
    guard let number = json?.double, (0...3_155_760_000_000).contains(number) else {
      throw FormatError(reason: "'\(name)' must be a number of milliseconds")
    }
    return .microseconds(Int64((number * 1_000).rounded()))
  }

  private static func json(_ time: Duration) -> JSON { .number((time / .microseconds(1)).rounded() / 1_000) }
}
