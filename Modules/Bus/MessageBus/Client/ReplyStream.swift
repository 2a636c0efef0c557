import Synchronization

/// The parts of a streamed reply in order, followed by the final reply. Throws an error if it ends without the final reply. Up to 64 MiB of
/// parts are buffered for a slow reader; beyond that, the stream ends with ``BusErrorCode/overloaded``.
public struct ReplyStream: AsyncSequence, Sendable {
  /// What the client and the reader share.
  final class Buffer: Sendable {
    enum Element: Sendable {
      case part(Reply)
      case end(Result<Reply, BusError>)
    }

    static let maxUnreadBytes = 64 << 20
    /// Memory per part in addition to its content and its fields, in bytes.
    private static let partOverhead = 512

    fileprivate let hasEnded = Atomic<Bool>(false)
    let unread = UnreadQueue<Element>(limit: maxUnreadBytes) { element in
      guard case .part(let reply) = element else { return 0 }
      return reply.content.count + reply.fields.byteCount + partOverhead
    }

    func finish(with result: Result<Reply, BusError>) {
      unread.continuation.yield(.end(result))
      unread.continuation.finish()
    }
  }

  let buffer: Buffer

  /// Reads the parts. A part is delivered to one iterator only.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var elements: AsyncStream<Buffer.Element>.AsyncIterator
    fileprivate let buffer: Buffer

    public mutating func next() async throws(BusError) -> Reply? { try await next(isolation: nil) }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(BusError) -> Reply? {
      guard !buffer.hasEnded.load(ordering: .relaxed) else { return nil }
      let element = await elements.next(isolation: actor)
      if let element, case .part(let reply) = element {
        buffer.unread.didRead(element)
        return reply
      }
      buffer.hasEnded.store(true, ordering: .relaxed)
      guard case .end(let result) = element else {
        throw BusError(.cancelled, "the request was cancelled before its reply was complete")
      }
      return try result.get()
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(elements: buffer.unread.makeIterator(), buffer: buffer) }
}
