import CZeroMQ

/// A multipart message as libzmq holds it: frames that are moved and shared, never copied.
///
/// A `zmq_msg_t` must keep its address once it is initialised (the content of a small frame lies inside it), so the frames live in
/// memory of their own.
final class Multipart {
  private var frames: UnsafeMutablePointer<zmq_msg_t>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 10) {
    self.capacity = capacity
    frames = .allocate(capacity: capacity)
  }

  convenience init(_ frames: [[UInt8]]) {
    self.init(capacity: frames.count)
    for frame in frames { append(frame) }
  }

  deinit {
    removeAll()
    frames.deallocate()
  }

  func removeAll() {
    for index in 0..<count { zmq_msg_close(frames + index) }
    count = 0
  }

  /// The bytes of a frame, valid while this message is.
  subscript(index: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: zmq_msg_data(frames + index), count: zmq_msg_size(frames + index))
  }

  func size(_ index: Int) -> Int { zmq_msg_size(frames + index) }

  func bytes(_ index: Int) -> [UInt8] { index < count ? Array(self[index]) : [] }

  /// `nil` when the frame is not valid UTF-8.
  func text(_ index: Int) -> String? { index < count ? String(validating: self[index], as: UTF8.self) : "" }

  /// Whether more frames of the message last received wait to be read.
  var lastHasMore: Bool { count > 0 && zmq_msg_more(frames + count - 1) != 0 }

  /// More frames than any message of this protocol has; of a longer one the last frame stands for all that follow.
  private static let mostKept = MDP.mostFrames + 2

  /// A new empty frame at the end, to receive into.
  func appendEmpty() -> UnsafeMutablePointer<zmq_msg_t> {
    if count > Self.mostKept {
      count -= 1
      zmq_msg_close(frames + count)
    }
    if count == capacity { grow() }
    let frame = frames + count
    zmq_msg_init(frame)
    count += 1
    return frame
  }

  func append(_ bytes: [UInt8]) {
    if count == capacity { grow() }
    let frame = frames + count
    bytes.withUnsafeBytes { source in
      if zmq_msg_init_size(frame, source.count) != 0 {
        zmq_msg_init(frame)
      } else if let base = source.baseAddress {
        zmq_msg_data(frame)?.copyMemory(from: base, byteCount: source.count)
      }
    }
    count += 1
  }

  /// Lends a second handle on the content of a frame, as `zmq_msg_send` wants one to consume.
  func withShare<Result>(of index: Int, _ body: (UnsafeMutablePointer<zmq_msg_t>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: zmq_msg_t.self, capacity: 1) { buffer in
      // A temporary allocation of capacity 1 always has a base address.
      guard let share = buffer.baseAddress else { return body(frames + index) }
      zmq_msg_init(share)
      zmq_msg_copy(share, frames + index)
      defer { zmq_msg_close(share) }
      return body(share)
    }
  }

  private func grow() {
    let larger = UnsafeMutablePointer<zmq_msg_t>.allocate(capacity: capacity * 2 + 1)
    for index in 0..<count {
      zmq_msg_init(larger + index)
      zmq_msg_move(larger + index, frames + index)
      zmq_msg_close(frames + index)
    }
    frames.deallocate()
    frames = larger
    capacity = capacity * 2 + 1
  }
}
