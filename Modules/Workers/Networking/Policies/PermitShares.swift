/// Permits for concurrent requests, shared by clients so that none of them can take all.
///
/// The last quarter of the permits (at least one, unless there is only one) is for clients that have none yet: however many requests a
/// client sends, and however long the origin keeps them, the next client finds a permit. Pure; every operation takes constant time.
struct PermitShares {
  /// The permits that only clients without a permit may take.
  let reserve: Int
  /// Number of free permits.
  private(set) var free: Int
  private var taken: [String: Int] = [:]

  init(_ count: Int) {
    free = max(1, count)
    reserve = (free + 3) / 4
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
