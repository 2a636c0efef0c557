/// Performs writes one after another, and bounds how many wait and for how long.
///
/// Where a write fails because its file cannot be used, those that wait behind it fail with it: they would wait as long for the same lock.
/// The next one after them tries again. So no write takes longer than one that fails, however many wait.
actor WriteQueue {
  /// Writes that may wait.
  static let most = 64

  private var last: Task<SearchError?, Never>?
  /// Writes are numbered in the order of arrival.
  private var lastNumber = 0
  /// The newest write that waited already when one before it found the file unusable, and what that one said.
  private var failed: (upTo: Int, with: SearchError)?
  /// Writes that are under way or wait.
  private(set) var count = 0
  /// Writes that were refused because too many waited.
  private(set) var refused = 0

  /// Throws ``SearchError/Code/unavailable`` at once when too many wait, and ``SearchError/Code/cancelled`` when the caller's task is cancelled: before
  /// its turn nothing is written.
  func perform(_ write: @escaping @Sendable () async throws(SearchError) -> Void) async throws(SearchError) {
    guard count < Self.most else {
      refused += 1
      throw SearchError(.unavailable, "\(count) changes wait to be written; try again when the disk has caught up")
    }
    lastNumber += 1
    let (number, before) = (lastNumber, last)
    let task = Task<SearchError?, Never> {
      _ = await before?.value
      return await take(number, write)
    }
    last = task
    count += 1
    let failure = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    count -= 1
    if let failure { throw failure }
  }

  private func take(_ number: Int, _ write: @Sendable () async throws(SearchError) -> Void) async -> SearchError? {
    if let failed, number <= failed.upTo { return failed.with }
    let cancelled = SearchError(.cancelled, "the change was given up before it was written")
    guard !Task.isCancelled else { return cancelled }
    do throws(SearchError) { try await write() } catch {
      // Its own end says nothing about the file.
      guard !Task.isCancelled else { return cancelled }
      if error.code == .unavailable { failed = (lastNumber, error) }
      return error
    }
    return nil
  }
}
