/// Lets processes start one after the other: each start needs file descriptors that another one must not take between the check for free
/// descriptors and their use.
actor StartTurns {
  /// The turns of this process, to which the descriptors belong.
  static let own = StartTurns()

  private var next = 0
  private var current = 0
  /// In the order of their turns, which follow the current one.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits for a turn. Returns its number for ``end(_:)``.
  func begin() async -> Int {
    let turn = next
    next += 1
    if turn != current { await withCheckedContinuation { waiting.append($0) } }
    return turn
  }

  /// Ends a turn. Does nothing if it has ended before.
  func end(_ turn: Int) {
    guard turn == current else { return }
    current += 1
    if !waiting.isEmpty { waiting.removeFirst().resume() }
  }
}
