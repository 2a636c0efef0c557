public import Explorer
public import MessageBus
import Synchronization

/// Brings messages from any thread to the one that draws, and wakes it.
public final class MessageQueue: Sendable {
  /// Readable while there are messages.
  var descriptor: Int32 { pipe.reading }
  private let pipe: WakePipe
  private let messages = Mutex<[Message]>([])

  /// Throws when there are no descriptors left.
  public init() throws(Problem) {
    pipe = try WakePipe()
  }

  /// Never waits.
  public func post(_ message: Message) {
    let isFirst = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    if isFirst { pipe.wake() }
  }

  /// All there are, in the order of posting.
  func take() -> [Message] {
    _ = pipe.take()
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
