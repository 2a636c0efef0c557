import Text

/// A request as it was received, before it is decoded. Use its bytes only during the call that receives it.
public struct ReceivedRequest {
  /// Method and target, such as `GET /people/1`.
  public let head: UnsafeRawBufferPointer
  let fields: UnsafeRawBufferPointer

  init(_ body: Body) { (head, fields) = (body.frame(1), body.frame(2)) }

  /// Whether the answer depends on the head alone: the request has no fields besides `deadline`, `forwarded` and `user-agent`.
  public var isPlain: Bool {
    let scan = FieldScan(fields)
    return !scan.isTooLarge && !scan.hasOtherFields && fields.isASCII
  }

  /// The request without its fields and its content; `nil` if the head is too long or malformed.
  public var plainRequest: Request? {
    guard head.count <= BodyFrames.maxHeadLength, let (method, target) = BodyFrames.requestLine(head) else { return nil }
    return Request(method, target)
  }
}
