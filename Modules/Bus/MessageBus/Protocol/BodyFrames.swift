import OrderedJSON
import Text

/// The body of a message: the frames from `start` on, passed on unchanged.
struct Body {
  let message: Multipart
  let start: Int

  var count: Int { message.count - start }
  /// Size of all frames in bytes. Costs one libzmq call per frame.
  var byteCount: Int { (start..<max(start, message.count)).reduce(0) { $0 + message.size($1) } }

  /// Returns the body frame `index`; empty if the body is shorter (GRAMMAR.md).
  func frame(_ index: Int) -> UnsafeRawBufferPointer {
    index < count ? message[start + index] : UnsafeRawBufferPointer(start: nil, count: 0)
  }

  func bytes(_ index: Int) -> [UInt8] { message.bytes(start + index) }
  func text(_ index: Int) -> String? { message.text(start + index) }

  init(_ message: Multipart, from start: Int) {
    self.message = message
    self.start = start
  }

  init(frames: [[UInt8]]) { self.init(Multipart(frames), from: 0) }
}

/// Encoding of requests and replies as four body frames: `id`, `head`, `fields`, `content`.
enum BodyFrames {
  static func frames(id: [UInt8], _ reply: Reply) -> [[UInt8]] {
    [id, Array(String(reply.status).utf8), Array(reply.fields.text.utf8), reply.content]
  }

  /// Maximum length of a request head, in bytes.
  static let maxHeadLength = 64 << 10

  /// Decodes a request. Missing frames count as empty. Throws a 400 for an invalid frame, a 414 for a long head, a 431 for many fields.
  static func request(_ body: Body) throws(Problem) -> Request {
    let head = body.frame(1)
    guard head.count <= maxHeadLength else {
      throw Problem(
        414, "the request line is too long", detail: "the request line has \(head.count) bytes; the limit is \(maxHeadLength)",
        type: "urn:holocron:head-too-long")
    }
    guard let (method, target) = requestLine(head) else {
      let shown = String(decoding: head.prefix(80), as: UTF8.self)
      throw malformed("head", "invalid request line '\(shown)'; use METHOD /path, such as GET /people/1")
    }
    // Each line has a byte at least, so short fields need no scan.
    let fieldBytes = body.frame(2)
    guard fieldBytes.count <= Fields.maxLines || !FieldScan(fieldBytes).isTooLarge else { throw fieldsTooLarge }
    guard let fields = Fields(parsing: fieldBytes) else { throw malformed("fields", "the fields are not valid UTF-8") }
    return Request(method, target, fields: fields, content: body.bytes(3))
  }

  /// Decodes a head: a method, a space and a target. Returns `nil` if it is malformed.
  static func requestLine(_ head: UnsafeRawBufferPointer) -> (method: String, target: Target)? {
    guard let space = head.firstIndex(of: UInt8(ascii: " ")), space > 0,
      let method = String(validUTF8: UnsafeRawBufferPointer(rebasing: head[..<space])),
      let target = Target(parsing: UnsafeRawBufferPointer(rebasing: head[(space + 1)...]))
    else { return nil }
    return (method, target)
  }

  /// Decodes a reply; `nil` if the head is not a status code or the fields are not valid UTF-8.
  static func reply(_ body: Body) -> Reply? {
    guard let head = body.text(1), head.utf8.count == 3, let status = Int(digits: head), (100...599).contains(status),
      let fields = Fields(parsing: body.frame(2))
    else { return nil }
    return Reply(status, fields: fields, content: body.bytes(3))
  }

  static var fieldsTooLarge: Problem {
    Problem(
      431, "request header fields too large",
      detail: "the limit is \(Fields.maxLines) fields with \(Fields.maxBytes) bytes in total", type: "urn:holocron:fields-too-large")
  }

  private static func malformed(_ field: String, _ detail: String) -> Problem {
    Problem(400, "bad request", detail: detail, type: "urn:holocron:bad-request", extensions: ["field": .string(field)])
  }
}
