import OrderedJSON

/// The four body frames above MDP: `id`, `head`, `fields`, `content`, in requests and replies alike.
enum BodyFrames {
  static func frames(id: [UInt8], _ request: Request) -> [[UInt8]] {
    [id, Array(request.head.utf8), Array(request.fields.text.utf8), request.content]
  }

  static func frames(id: [UInt8], _ reply: Reply) -> [[UInt8]] {
    [id, Array(String(reply.status).utf8), Array(reply.fields.text.utf8), reply.content]
  }

  /// Missing frames read as empty; frames beyond the fourth are passed over. Throws a 400 that names the frame.
  static func request(_ body: Body) throws(Problem) -> Request {
    guard let head = body.text(1), let fields = body.text(2) else {
      throw malformed("head", "head and fields must be UTF-8")
    }
    guard let space = head.utf8.firstIndex(of: UInt8(ascii: " ")), space > head.startIndex,
      let target = Target(parsing: head[head.utf8.index(after: space)...])
    else {
      throw malformed("head", "'\(head.prefix(80))' is no request line: write METHOD /path, for example GET /people/1")
    }
    return Request(String(head[..<space]), target, fields: Fields(parsing: fields), content: body.bytes(3))
  }

  /// `nil` when the head is not a status code.
  static func reply(_ body: Body) -> Reply? {
    guard let head = body.text(1), let status = Int(head), (100...599).contains(status), let fields = body.text(2) else { return nil }
    return Reply(status, fields: Fields(parsing: fields), content: body.bytes(3))
  }

  /// What is left to the caller of a request, read from its fields without the rest.
  static func deadline(_ body: Body) -> Duration? {
    guard body.count > 2, let fields = body.text(2), !fields.isEmpty else { return nil }
    return Fields(parsing: fields)["deadline"].flatMap { Int64($0) }.map { .milliseconds(max(0, $0)) }
  }

  private static func malformed(_ field: String, _ detail: String) -> Problem {
    Problem(400, "bad request", detail: detail, type: "urn:holocron:bad-request", extensions: ["field": .string(field)])
  }
}
