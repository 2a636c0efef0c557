public import Explorer
public import Platform
import Synchronization

/// A queue of messages from any thread to the drawing thread, which it wakes.
public final class MessageQueue: Sendable {
  /// Readable while the queue has messages.
  var descriptor: Int32 { pipe.descriptor }
  private let pipe: WakePipe
  private let messages = Mutex<[Message]>([])

  /// Throws if no file descriptors are left.
  public init() throws(SystemError) {
    pipe = try WakePipe()
  }

  /// Appends a message. Never blocks.
  public func post(_ message: Message) {
    let isFirst = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    if isFirst { pipe.wake() }
  }

  /// Removes and returns all messages in the order of posting.
  func drain() -> [Message] {
    pipe.drain()
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
