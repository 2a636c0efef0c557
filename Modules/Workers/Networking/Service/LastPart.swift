import MessageBus
import Synchronization

/// Sends the parts of a streamed answer one behind, so that the last one can be the final reply.
final class LastPart: Sendable {
  private let parts: ReplyParts
  private let held = Mutex<Reply?>(nil)

  init(_ parts: ReplyParts) { self.parts = parts }

  func send(_ part: Reply) {
    let previous = held.withLock { held in
      defer { held = part }
      return held
    }
    if let previous { parts.send(previous) }
  }

  /// The part that was sent last and still is here; an empty answer when there was none.
  var last: Reply { held.withLock { $0 } ?? Reply(200) }
}
