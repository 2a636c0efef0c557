import Synchronization

/// The parts of a streamed answer in order, the final reply last.
///
/// A stream that ends without its final reply ends in an error, also when the task that reads it is cancelled: what was given was not the whole answer.
/// Parts wait for a slow reader up to 64 MiB; beyond, the stream ends with ``BusError/Code/overloaded``.
public struct ReplyStream: AsyncSequence, Sendable {
  private let results: AsyncStream<Inlet.Element>
  private let unread: Inlet.Unread

  init(_ results: AsyncStream<Inlet.Element>, _ unread: Inlet.Unread) {
    self.results = results
    self.unread = unread
  }

  /// Whether parts were turned away because too many were unread.
  var isOverfull: Bool { unread.isOverfull.load(ordering: .relaxed) }

  /// Where the client puts the parts and the end.
  struct Inlet: Sendable {
    enum Element: Sendable {
      case part(Reply)
      case end(Result<Reply, BusError>)
    }

    /// What waits for the reader, in bytes, and whether the end was given to a reader.
    final class Unread: Sendable {
      let bytes = Atomic<Int>(0)
      let hasEnded = Atomic<Bool>(false)
      let isOverfull = Atomic<Bool>(false)
    }

    let continuation: AsyncStream<Element>.Continuation
    let unread: Unread
    /// What a part costs beside its content.
    static let overhead = 512
    static let most = 64 << 20

    /// `false` when the reader has left too much unread: the part was not taken.
    func part(_ reply: Reply) -> Bool {
      let size = reply.content.count + Self.overhead
      guard unread.bytes.add(size, ordering: .relaxed).newValue <= Self.most else {
        unread.isOverfull.store(true, ordering: .relaxed)
        return false
      }
      continuation.yield(.part(reply))
      return true
    }

    func end(_ result: Result<Reply, BusError>) {
      continuation.yield(.end(result))
      continuation.finish()
    }
  }

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var results: AsyncStream<Inlet.Element>.AsyncIterator
    fileprivate let unread: Inlet.Unread

    public mutating func next() async throws(BusError) -> Reply? { try await next(isolation: nil) }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(BusError) -> Reply? {
      guard !unread.hasEnded.load(ordering: .relaxed) else { return nil }
      switch await results.next(isolation: actor) {
      case .part(let reply):
        unread.bytes.subtract(reply.content.count + Inlet.overhead, ordering: .relaxed)
        return reply
      case .end(let result):
        unread.hasEnded.store(true, ordering: .relaxed)
        return try result.get()
      case nil:
        unread.hasEnded.store(true, ordering: .relaxed)
        throw BusError(.cancelled, "the request was cancelled before its answer was complete")
      }
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(results: results.makeAsyncIterator(), unread: unread) }
}
