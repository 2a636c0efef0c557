import MessageBus
import Synchronization

/// Sends the parts of a streamed reply with a delay of one part, so that the last part can become the final reply.
final class PartBuffer: Sendable {
  private let parts: ReplyParts
  private let buffered = Mutex<Reply?>(nil)

  init(_ parts: ReplyParts) { self.parts = parts }

  /// Buffers `part` and sends the previous part.
  func send(_ part: Reply) {
    let previous = buffered.withLock { buffered in
      defer { buffered = part }
      return buffered
    }
    if let previous { parts.send(previous) }
  }

  /// The buffered part, or an empty reply if there was no part.
  var lastPart: Reply { buffered.withLock { $0 } ?? Reply(200) }
}
