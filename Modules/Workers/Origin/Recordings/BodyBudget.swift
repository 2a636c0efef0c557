import Synchronization

/// The number of bytes that the bodies of concurrent responses may have in memory together.
final class BodyBudget: Sendable {
  private let limit: Int
  private let used = Mutex(0)

  init(_ limit: Int) { self.limit = limit }

  var bytes: Int { used.withLock { $0 } }

  /// The bytes of one body. They are free again when nothing refers to the share.
  final class Share: Sendable {
    private let budget: BodyBudget
    private let count = Mutex(0)

    init(of budget: BodyBudget) { self.budget = budget }

    /// Returns whether the budget has room for this many more bytes; if not, the share stays as it is.
    func grow(by bytes: Int) -> Bool {
      guard budget.take(bytes) else { return false }
      count.withLock { $0 += bytes }
      return true
    }

    deinit { budget.free(count.withLock { $0 }) }
  }

  private func take(_ bytes: Int) -> Bool {
    used.withLock { used in
      guard bytes <= limit - used else { return false }
      used += bytes
      return true
    }
  }

  private func free(_ bytes: Int) { used.withLock { $0 -= bytes } }
}
