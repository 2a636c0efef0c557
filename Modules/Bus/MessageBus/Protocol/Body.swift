/// A message whose frames before `start` have been read: what follows is a body, passed on untouched.
struct Body {
  let message: Multipart
  let start: Int

  var count: Int { message.count - start }
  /// The bytes of all its frames. Costs a call a frame.
  var byteCount: Int { (start..<max(start, message.count)).reduce(0) { $0 + message.size($1) } }

  /// The body frame `index`, empty where the body is shorter (BUS_WIRE, Heads and bodies).
  func frame(_ index: Int) -> UnsafeRawBufferPointer {
    index < count ? message[start + index] : UnsafeRawBufferPointer(start: nil, count: 0)
  }

  func bytes(_ index: Int) -> [UInt8] { message.bytes(start + index) }
  func text(_ index: Int) -> String? { message.text(start + index) }

  /// The id, for an answer of the broker's own; empty where it is ``BytesInFlight/largeFrame`` or longer, for such answers count towards no
  /// budget in libzmq's queues.
  var idForRefusal: [UInt8] { count > 0 && message.size(start) < BytesInFlight.largeFrame ? bytes(0) : [] }

  init(_ message: Multipart, from start: Int) {
    self.message = message
    self.start = start
  }

  init(frames: [[UInt8]]) { self.init(Multipart(frames), from: 0) }
}
