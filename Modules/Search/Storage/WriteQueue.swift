/// Performs writes one after another, and bounds how many wait and for how long.
///
/// Where a write fails because its file cannot be used, those that wait behind it fail with it: they would wait as long for the same lock.
/// The next one after them tries again. So no write takes longer than one that fails, however many wait.
actor WriteQueue {
  /// Writes that may wait.
  static let most = 64

  private var last: Task<SearchError?, Never>?
  /// Writes that are under way or wait.
  private(set) var count = 0
  /// Writes that were refused because too many waited.
  private(set) var refused = 0

  /// Throws ``SearchError/Code/unavailable`` at once when too many wait. A caller whose task is cancelled before its turn writes nothing.
  func perform(_ write: @escaping @Sendable () async throws(SearchError) -> Void) async throws(SearchError) {
    guard count < Self.most else {
      refused += 1
      throw SearchError(.unavailable, "\(count) changes wait to be written; try again when the disk has caught up")
    }
    let before = last
    let turn = Task<SearchError?, Never> {
      if let failure = await before?.value, failure.code == .unavailable { return failure }
      guard !Task.isCancelled else { return nil }
      do throws(SearchError) { try await write() } catch { return error }
      return nil
    }
    last = turn
    count += 1
    let failure = await withTaskCancellationHandler {
      await turn.value
    } onCancel: {
      turn.cancel()
    }
    count -= 1
    if count == 0 { last = nil }
    if let failure { throw failure }
  }
}
