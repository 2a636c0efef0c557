import Synchronization

/// The unread elements of a subscription, limited in bytes. Written by the subscription's thread, read by one task at a time.
///
/// When the limit is reached, the event is dropped and replaced by ``EventSubscription/Element/listening``, which means that events may
/// have been lost. Further events are dropped, too, until the reader has read that element.
final class UnreadEvents: Sendable {
  typealias Element = EventSubscription.Element

  enum Entry: Sendable {
    case element(Element)
    /// Takes the place of the events dropped before it is read.
    case gap
  }

  typealias Entries = AsyncStream<Entry>

  static let maxBytes = 16 << 20

  private let entries: Entries
  private let continuation: Entries.Continuation
  private let limit: Int
  private let bytes = Atomic<Int>(0)
  /// Whether an unread gap follows the unread elements.
  private let hasGap = Atomic<Bool>(false)

  init(limit: Int = UnreadEvents.maxBytes) {
    self.limit = limit
    (entries, continuation) = AsyncStream.makeStream()
  }

  /// Adds an element, or drops it if there is no room.
  func add(_ element: Element) {
    guard !hasGap.load(ordering: .acquiring) else { return }
    let size = Self.size(of: element)
    if bytes.add(size, ordering: .relaxed).newValue <= limit {
      continuation.yield(.element(element))
    } else {
      bytes.subtract(size, ordering: .relaxed)
      hasGap.store(true, ordering: .releasing)
      continuation.yield(.gap)
    }
  }

  func finish() { continuation.finish() }

  func makeIterator() -> Entries.AsyncIterator { entries.makeAsyncIterator() }

  /// Makes room for further elements. Returns what the entry is for the reader.
  func take(_ entry: Entry) -> Element {
    switch entry {
    case .element(let element):
      bytes.subtract(Self.size(of: element), ordering: .relaxed)
      return element
    case .gap:
      // The reader reloads after this, so only events from now on matter.
      hasGap.store(false, ordering: .releasing)
      return .listening
    }
  }

  private static func size(of element: Element) -> Int {
    switch element {
    case .listening: Event.overhead
    case .event(let event): event.memoryUsed
    }
  }
}

extension Event {
  /// Memory per queued event in addition to its texts and its content, in bytes.
  fileprivate static let overhead = 512

  /// Memory that the event takes while it is queued, in bytes.
  var memoryUsed: Int { topic.utf8.count + fields.byteCount + content.count + Self.overhead }
}
