/// The parts of a streamed answer in order, the final reply last.
public struct ReplyStream: AsyncSequence, Sendable {
  private let results: AsyncStream<Result<Reply, BusError>>

  init(_ results: AsyncStream<Result<Reply, BusError>>) { self.results = results }

  public struct AsyncIterator: AsyncIteratorProtocol {
    var results: AsyncStream<Result<Reply, BusError>>.AsyncIterator

    public mutating func next() async throws(BusError) -> Reply? {
      guard let result = await results.next() else { return nil }
      return try result.get()
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(BusError) -> Reply? {
      guard let result = await results.next(isolation: actor) else { return nil }
      return try result.get()
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(results: results.makeAsyncIterator()) }
}
