import OrderedJSON

/// The four body frames above MDP: `id`, `head`, `fields`, `content`, in requests and replies alike.
enum BodyFrames {
  static func frames(id: [UInt8], _ reply: Reply) -> [[UInt8]] {
    [id, Array(String(reply.status).utf8), Array(reply.fields.text.utf8), reply.content]
  }

  /// The longest head taken, in bytes.
  static let longestHead = 64 << 10

  /// Missing frames read as empty; frames beyond the fourth are passed over. Throws a 400 that names the frame, a 414 for a head beyond ``longestHead``,
  /// and a 431 for fields beyond their bounds (RFC 6585 section 5).
  static func request(_ body: Body) throws(Problem) -> Request {
    let head = body.frame(1)
    guard head.count <= longestHead else {
      throw Problem(
        414, "the request line is too long", detail: "a request line of \(head.count) bytes; at most \(longestHead) are taken",
        type: "urn:holocron:head-too-long")
    }
    guard let space = head.firstIndex(of: UInt8(ascii: " ")), space > 0,
      let method = String(validating: UnsafeRawBufferPointer(rebasing: head[..<space]), as: UTF8.self),
      let target = Target(parsing: UnsafeRawBufferPointer(rebasing: head[(space + 1)...]))
    else {
      let shown = String(decoding: head.prefix(80), as: UTF8.self)
      throw malformed("head", "'\(shown)' is no request line: write METHOD /path, for example GET /people/1")
    }
    guard !FieldScan(body.frame(2)).isTooLarge else { throw fieldsTooLarge }
    guard let fields = Fields(parsing: body.frame(2)) else { throw malformed("fields", "fields must be UTF-8") }
    return Request(method, target, fields: fields, content: body.bytes(3))
  }

  /// `nil` when the head is not a status code.
  static func reply(_ body: Body) -> Reply? {
    guard let head = body.text(1), let status = Int(head), (100...599).contains(status), let fields = Fields(parsing: body.frame(2))
    else { return nil }
    return Reply(status, fields: fields, content: body.bytes(3))
  }

  static var fieldsTooLarge: Problem {
    Problem(
      431, "request header fields too large",
      detail: "at most \(Fields.mostLines) fields of \(Fields.mostBytes) bytes altogether are taken", type: "urn:holocron:fields-too-large")
  }

  private static func malformed(_ field: String, _ detail: String) -> Problem {
    Problem(400, "bad request", detail: detail, type: "urn:holocron:bad-request", extensions: ["field": .string(field)])
  }
}
