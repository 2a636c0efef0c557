extension Task where Failure == Never {
  /// Returns the value of the task, or `nil` if the task takes longer than `limit`. Does not cancel the task.
  func value<Wrapped>(within limit: Duration) async -> Wrapped? where Success == Wrapped?, Wrapped: Sendable {
    let (values, value) = AsyncStream.makeStream(of: Wrapped?.self, bufferingPolicy: .bufferingOldest(1))
    let waiting = _Concurrency.Task<Void, Never> { value.yield(await self.value) }
    let timer = _Concurrency.Task<Void, Never> {
      try? await _Concurrency.Task<Never, Never>.sleep(for: limit)
      value.yield(nil)
    }
    defer {
      waiting.cancel()
      timer.cancel()
    }
    for await value in values { return value }
    return nil
  }
}
