/// A reply that is encoded once and sent any number of times.
public struct EncodedReply: Sendable, Hashable {
  public let status: Int
  let head, fields, content: [UInt8]

  public init(_ reply: Reply) {
    status = reply.status
    head = Array(String(reply.status).utf8)
    fields = Array(reply.fields.text.utf8)
    content = reply.content
  }
}
