import CZeroMQ
import Text

/// A multipart message in libzmq's own memory: frames are moved and shared, not copied. They are allocated separately, because a `zmq_msg_t`
/// must keep its address: it contains the bytes of a small frame.
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

  /// The bytes of a frame, valid as long as this message exists.
  subscript(index: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: zmq_msg_data(frames + index), count: zmq_msg_size(frames + index))
  }

  func size(_ index: Int) -> Int { zmq_msg_size(frames + index) }

  /// File descriptor of the connection over which the message was received; -1 over inproc.
  var connection: Int32 { count > 1 ? zmq_msg_get(frames + 1, ZMQ_SRCFD) : -1 }

  /// What the ZAP handler called the sender: its public key. `nil` for peers that need no key.
  var userID: String? {
    guard count > 0, let text = zmq_msg_gets(frames, "User-Id"), text.pointee != 0 else { return nil }
    return String(cString: text)
  }

  func bytes(_ index: Int) -> [UInt8] { index < count ? Array(self[index]) : [] }

  /// Returns a frame as text, empty if there is no such frame; `nil` if the frame is not valid UTF-8.
  func text(_ index: Int) -> String? { index < count ? String(validUTF8: self[index]) : "" }

  /// Whether the message being received has more frames.
  var lastHasMore: Bool { count > 0 && zmq_msg_more(frames + count - 1) != 0 }

  /// Maximum number of frames kept, more than a valid message has. Of a longer message, further frames overwrite the last one.
  private static let maxKeptFrames = MDP.maxFrames + 2

  /// Appends an empty frame to receive into.
  func appendEmpty() -> UnsafeMutablePointer<zmq_msg_t> {
    if count > Self.maxKeptFrames {
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

  /// Sizes of frames that may lie in libzmq's receive buffer: more than the `zmq_msg_t` holds (max_vsm_size), at most in_batch_size.
  private static let bufferedSizes = 34...8_192

  /// Copies the frames that lie in libzmq's receive buffer: a frame that is kept would keep the whole buffer, 8 KiB and a table of 10 KiB
  /// (decoder_allocators.cpp). Call this before a frame is sent.
  func leaveReceiveBuffer() {
    withUnsafeTemporaryAllocation(of: zmq_msg_t.self, capacity: 1) { buffer in
      // A temporary allocation of capacity 1 always has a base address.
      guard let copy = buffer.baseAddress else { return }
      for index in 0..<count where Self.bufferedSizes.contains(size(index)) {
        guard let content = self[index].baseAddress, zmq_msg_init_size(copy, size(index)) == 0 else { return }
        zmq_msg_data(copy)?.copyMemory(from: content, byteCount: size(index))
        zmq_msg_move(frames + index, copy)
        zmq_msg_close(copy)
      }
    }
  }

  /// Calls `body` with a second reference to a frame's content, because `zmq_msg_send` consumes the reference it is given.
  func withSharedFrame<Result>(_ index: Int, _ body: (UnsafeMutablePointer<zmq_msg_t>) -> Result) -> Result {
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
