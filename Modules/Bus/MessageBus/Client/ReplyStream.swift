import Synchronization

/// The parts of a streamed reply in order, followed by the final reply.
///
/// A stream that ends without the final reply throws an error, even if the reading task is cancelled, because the reply is incomplete.
/// Up to 64 MiB of parts are buffered for a slow reader; beyond that, the stream ends with ``BusErrorCode/overloaded``.
public struct ReplyStream: AsyncSequence, Sendable {
  private let results: AsyncStream<Continuation.Element>
  private let state: Continuation.ReadState

  init(_ results: AsyncStream<Continuation.Element>, _ state: Continuation.ReadState) {
    self.results = results
    self.state = state
  }

  /// Whether a part was rejected because too many were unread.
  var hasOverflowed: Bool { state.hasOverflowed.load(ordering: .relaxed) }

  /// The producing side of the stream.
  struct Continuation: Sendable {
    enum Element: Sendable {
      case part(Reply)
      case end(Result<Reply, BusError>)
    }

    /// State shared with the reader: unread bytes, whether the reader has seen the end, and whether a part was rejected.
    final class ReadState: Sendable {
      let bytes = Atomic<Int>(0)
      let hasEnded = Atomic<Bool>(false)
      let hasOverflowed = Atomic<Bool>(false)
    }

    let base: AsyncStream<Element>.Continuation
    let state: ReadState
    /// Memory per part in addition to its content and its fields, in bytes.
    private static let partOverhead = 512
    static let maxUnreadBytes = 64 << 20

    /// Returns the memory that a part takes while it is unread, in bytes.
    static func size(of part: Reply) -> Int { part.content.count + part.fields.byteCount + partOverhead }

    /// Buffers a part. Returns `false`, without buffering, if too many bytes are unread.
    func yield(part reply: Reply) -> Bool {
      let size = Self.size(of: reply)
      guard state.bytes.add(size, ordering: .relaxed).newValue <= Self.maxUnreadBytes else {
        state.hasOverflowed.store(true, ordering: .relaxed)
        return false
      }
      base.yield(.part(reply))
      return true
    }

    func finish(with result: Result<Reply, BusError>) {
      base.yield(.end(result))
      base.finish()
    }
  }

  /// Reads the parts. A part is delivered to one iterator only.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var results: AsyncStream<Continuation.Element>.AsyncIterator
    fileprivate let state: Continuation.ReadState

    public mutating func next() async throws(BusError) -> Reply? { try await next(isolation: nil) }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(BusError) -> Reply? {
      guard !state.hasEnded.load(ordering: .relaxed) else { return nil }
      switch await results.next(isolation: actor) {
      case .part(let reply):
        state.bytes.subtract(Continuation.size(of: reply), ordering: .relaxed)
        return reply
      case .end(let result):
        state.hasEnded.store(true, ordering: .relaxed)
        return try result.get()
      case nil:
        state.hasEnded.store(true, ordering: .relaxed)
        throw BusError(.cancelled, "the request was cancelled before its reply was complete")
      }
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(results: results.makeAsyncIterator(), state: state) }
}
