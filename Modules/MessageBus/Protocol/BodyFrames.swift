import OrderedJSON

/// The four body frames above MDP: `id`, `head`, `fields`, `content`, in requests and replies alike.
enum BodyFrames {
  static func frames(id: [UInt8], _ reply: Reply) -> [[UInt8]] {
    [id, Array(String(reply.status).utf8), Array(reply.fields.text.utf8), reply.content]
  }

  /// Missing frames read as empty; frames beyond the fourth are passed over. Throws a 400 that names the frame.
  static func request(_ body: Body) throws(Problem) -> Request {
    let head = body.frame(1)
    guard let space = head.firstIndex(of: UInt8(ascii: " ")), space > 0,
      let method = String(validating: UnsafeRawBufferPointer(rebasing: head[..<space]), as: UTF8.self),
      let target = Target(parsing: UnsafeRawBufferPointer(rebasing: head[(space + 1)...]))
    else {
      let shown = String(decoding: head.prefix(80), as: UTF8.self)
      throw malformed("head", "'\(shown)' is no request line: write METHOD /path, for example GET /people/1")
    }
    guard let fields = Fields(parsing: body.frame(2)) else { throw malformed("fields", "fields must be UTF-8") }
    return Request(method, target, fields: fields, content: body.bytes(3))
  }

  /// `nil` when the head is not a status code.
  static func reply(_ body: Body) -> Reply? {
    guard let head = body.text(1), let status = Int(head), (100...599).contains(status), let fields = Fields(parsing: body.frame(2))
    else { return nil }
    return Reply(status, fields: fields, content: body.bytes(3))
  }

  /// What is left to the caller of a request, read from its fields without the rest.
  static func deadline(_ body: Body) -> Duration? {
    Fields(parsing: body.frame(2))?["deadline"].flatMap { Int64($0) }.map { .milliseconds(max(0, $0)) }
  }

  private static func malformed(_ field: String, _ detail: String) -> Problem {
    Problem(400, "bad request", detail: detail, type: "urn:holocron:bad-request", extensions: ["field": .string(field)])
  }
}
