/// Permits for concurrent requests, shared by clients so that none of them can take all.
///
/// The last quarter of the permits (at least one, unless there is only one) is for clients that have none yet: however many requests a
/// client sends, and however long the origin keeps them, the next client finds a permit. Pure; every operation takes constant time.
struct PermitShares {
  /// The permits that only clients without a permit may take.
  private(set) var reserve: Int
  /// Number of free permits; negative while more are taken than there are since ``resize(_:)``.
  private(set) var free: Int
  /// Number of permits, free and taken.
  private(set) var count: Int
  private var taken: [String: Int] = [:]

  init(_ count: Int) {
    self.count = max(1, count)
    free = self.count
    reserve = (free + 3) / 4
  }

  /// Changes the number of permits. Permits beyond a smaller number disappear when they are given back.
  mutating func resize(_ newCount: Int) {
    free += max(1, newCount) - count
    count = max(1, newCount)
    reserve = (count + 3) / 4
  }

  /// Returns whether `client` may take a permit now.
  func isAvailable(to client: String) -> Bool { free > reserve || (free > 0 && taken[client] == nil) }

  /// Takes a permit for `client`. Returns `false` if none is available to it.
  mutating func take(for client: String) -> Bool {
    guard isAvailable(to: client) else { return false }
    free -= 1
    taken[client, default: 0] += 1
    return true
  }

  /// Gives back a permit that was taken for `client`.
  mutating func giveBack(_ client: String) {
    guard let count = taken[client] else { return }
    free += 1
    taken[client] = count > 1 ? count - 1 : nil
  }
}
