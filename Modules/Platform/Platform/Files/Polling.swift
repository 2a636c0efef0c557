import Glibc

/// Waits for several file descriptors at once (poll(2)).
public enum Polling {
  /// The state of a descriptor after waiting.
  public struct Readiness: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let readable = Readiness(rawValue: 1)
    /// The other end is closed, or the descriptor has failed.
    public static let closed = Readiness(rawValue: 2)
  }

  /// Blocks until one of `descriptors` is readable or closed, a signal arrives, or `limit` is over. Returns their states.
  public static func wait(for descriptors: [Int32], within limit: Duration?) -> [Readiness] {
    var poller = DescriptorPoller()
    for descriptor in descriptors { poller.add(descriptor) }
    // Rounded up: polling a moment too early would only spin.
    let timeout = limit.map { Int32(clamping: Int((min($0, .seconds(1_000_000)) / .milliseconds(1)).rounded(.up))) } ?? -1
    guard poller.wait(milliseconds: timeout) else { return descriptors.map { _ in [] } }
    return descriptors.indices.map { poller.readiness($0) }
  }

  /// Returns whether a short write would not block, after waiting for up to `milliseconds`; a negative number sets no limit.
  @discardableResult public static func canWrite(to descriptor: Int32, within milliseconds: Int32 = 0) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, milliseconds) == 1
  }
}

/// Waits until one of several file descriptors is readable (poll(2)). Keeps its memory, so that waiting allocates nothing.
package struct DescriptorPoller {
  private var items: [pollfd] = []

  package init() {}

  /// Removes all descriptors.
  package mutating func removeAll() { items.removeAll(keepingCapacity: true) }

  /// - Parameter writes: whether the descriptor also counts as ready when a write would not block.
  package mutating func add(_ descriptor: Int32, writes: Bool = false) {
    items.append(pollfd(fd: descriptor, events: Int16(writes ? POLLIN | POLLOUT : POLLIN), revents: 0))
  }

  /// Sleeps until a descriptor is ready, or a signal arrives (`false`). A negative number of milliseconds sets no limit.
  package mutating func wait(milliseconds: Int32) -> Bool { poll(&items, nfds_t(items.count), milliseconds) > 0 }

  /// Whether the descriptor at `index`, in the order in which they were added, was ready when ``wait(milliseconds:)`` returned `true`.
  package func isReady(_ index: Int) -> Bool { items[index].revents != 0 }

  /// The state of the descriptor at `index` when ``wait(milliseconds:)`` returned `true`.
  func readiness(_ index: Int) -> Polling.Readiness {
    var readiness: Polling.Readiness = []
    if items[index].revents & Int16(POLLIN) != 0 { readiness.insert(.readable) }
    if items[index].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { readiness.insert(.closed) }
    return readiness
  }

  package var count: Int { items.count }
}
