extension Task where Failure == Never {
  /// Returns the value of the task, or `nil` if the task takes longer than `limit` or the caller is cancelled before. Does not cancel the task.
  package func value(within limit: Duration) async -> Success? {
    let (values, continuation) = AsyncStream.makeStream(of: Success.self, bufferingPolicy: .bufferingOldest(1))
    // A task group would wait for the task, which the caller's cancellation does not end.
    _Concurrency.Task<Void, Never> { continuation.yield(await self.value) }
    let timer = _Concurrency.Task<Void, Never> {
      try? await _Concurrency.Task<Never, Never>.sleep(for: limit)
      continuation.finish()
    }
    defer { timer.cancel() }
    for await value in values { return value }
    return nil
  }
}
