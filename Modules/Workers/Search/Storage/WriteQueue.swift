import Databases

/// Serializes writes, and limits how many can wait and for how long.
///
/// When a write fails because its file is unavailable, the writes waiting behind it fail with the same error: they would wait as long for
/// the same lock. Later writes try again. So a write waits for at most one failing write, however many are queued.
actor WriteQueue {
  /// Maximum number of writes, running or waiting.
  static let capacity = 64

  private var last: Task<StorageError?, Never>?
  /// Sequence number of the newest write.
  private var lastNumber = 0
  /// The error of the last write that found the file unavailable, and the newest write that was waiting behind it.
  private var failed: (upTo: Int, with: StorageError)?
  /// Number of writes, running or waiting.
  private(set) var count = 0
  /// Number of writes rejected because the queue was full.
  private(set) var rejected = 0

  /// Performs a write in turn. Throws `unavailable` at once if the queue is full, and `cancelled` if the caller's task is cancelled; a write
  /// cancelled before its turn is not performed.
  func perform(_ write: @escaping @Sendable () async throws(StorageError) -> Void) async throws(StorageError) {
    guard count < Self.capacity else {
      rejected += 1
      throw StorageError(.unavailable, "\(count) changes are waiting to be written; try again later")
    }
    lastNumber += 1
    let (number, before) = (lastNumber, last)
    let task = Task<StorageError?, Never> {
      _ = await before?.value
      return await run(number, write)
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

  private func run(_ number: Int, _ write: @Sendable () async throws(StorageError) -> Void) async -> StorageError? {
    if let failed, number <= failed.upTo { return failed.with }
    let cancelled = StorageError(.cancelled, "the change was cancelled before it was written")
    guard !Task.isCancelled else { return cancelled }
    do throws(StorageError) { try await write() } catch {
      // A failure after cancellation says nothing about the file.
      guard !Task.isCancelled else { return cancelled }
      if error.code == .unavailable { failed = (lastNumber, error) }
      return error
    }
    return nil
  }
}
