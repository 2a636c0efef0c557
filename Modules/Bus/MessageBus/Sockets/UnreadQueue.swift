import Synchronization

/// Elements that one task produces and another reads, limited in the bytes that the unread ones take.
final class UnreadQueue<Element: Sendable>: Sendable {
  private let elements: AsyncStream<Element>
  let continuation: AsyncStream<Element>.Continuation
  private let limit: Int
  private let size: @Sendable (Element) -> Int
  private let bytes = Atomic<Int>(0)

  /// - Parameter size: the memory that an element takes, in bytes.
  init(limit: Int, size: @escaping @Sendable (Element) -> Int) {
    self.limit = limit
    self.size = size
    (elements, continuation) = AsyncStream.makeStream()
  }

  /// Bytes of the unread elements.
  var byteCount: Int { bytes.load(ordering: .relaxed) }

  /// Adds an element. Returns `false`, without adding, if there is no room for it.
  func add(_ element: Element) -> Bool {
    let size = size(element)
    guard bytes.add(size, ordering: .relaxed).newValue <= limit else {
      bytes.subtract(size, ordering: .relaxed)
      return false
    }
    continuation.yield(element)
    return true
  }

  func makeIterator() -> AsyncStream<Element>.AsyncIterator { elements.makeAsyncIterator() }

  /// Makes room for further elements after `element` was read.
  func didRead(_ element: Element) { bytes.subtract(size(element), ordering: .relaxed) }
}
