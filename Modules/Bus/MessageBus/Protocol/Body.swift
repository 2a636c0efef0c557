/// The body of a message: the frames from `start` on, passed on unchanged.
struct Body {
  let message: Multipart
  let start: Int

  var count: Int { message.count - start }
  /// Size of all frames in bytes. Costs one libzmq call per frame.
  var byteCount: Int { (start..<max(start, message.count)).reduce(0) { $0 + message.size($1) } }

  /// Index of the largest frame in ``message``; `nil` if the body has no frames.
  var largestFrame: Int? { (start..<max(start, message.count)).max { message.size($0) < message.size($1) } }

  /// Returns the body frame `index`; empty if the body is shorter (GRAMMAR.md).
  func frame(_ index: Int) -> UnsafeRawBufferPointer {
    index < count ? message[start + index] : UnsafeRawBufferPointer(start: nil, count: 0)
  }

  func bytes(_ index: Int) -> [UInt8] { message.bytes(start + index) }
  func text(_ index: Int) -> String? { message.text(start + index) }

  /// Request ID for the broker's own replies; empty if it has ``BytesInFlight/largeMessageSize`` bytes or more, because such replies are
  /// not counted in libzmq's queues.
  var refusalID: [UInt8] { count > 0 && message.size(start) < BytesInFlight.largeMessageSize ? bytes(0) : [] }

  init(_ message: Multipart, from start: Int) {
    self.message = message
    self.start = start
  }

  init(frames: [[UInt8]]) { self.init(Multipart(frames), from: 0) }
}
