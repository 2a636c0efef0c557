import Glibc

/// Waits until one of several file descriptors is readable (poll(2)). Keeps its memory, so that waiting allocates nothing.
package struct DescriptorPoller {
  private var items: [pollfd] = []

  package init() {}

  /// Removes all descriptors.
  package mutating func removeAll() { items.removeAll(keepingCapacity: true) }

  package mutating func add(_ descriptor: Int32) { items.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }

  /// Sleeps until a descriptor is readable, for `milliseconds` at most; a negative number sets no limit. Returns `false` at the end of that
  /// time, and if a signal arrived.
  package mutating func wait(milliseconds: Int32) -> Bool { poll(&items, nfds_t(items.count), milliseconds) > 0 }

  /// Whether the descriptor at `index`, in the order in which they were added, was readable when ``wait(milliseconds:)`` returned `true`.
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
