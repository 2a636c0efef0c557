/// Runs `body` until it returns or `deadline` passes, whichever comes first. At the deadline, cancels `body`, waits for it to return and
/// throws `timeoutError`. Costs a child task and a timer.
func withDeadline<Value: Sendable>(
  _ deadline: ContinuousClock.Instant, timeoutError: @autoclosure @Sendable () -> OriginError,
  _ body: @escaping @Sendable () async throws(OriginError) -> Value
) async throws(OriginError) -> Value {
  guard ContinuousClock.now < deadline else { throw timeoutError() }
  let first = await withTaskGroup(of: Result<Value, OriginError>?.self) { group in
    group.addTask {
      do throws(OriginError) { return .success(try await body()) } catch { return .failure(error) }
    }
    group.addTask {
      try? await Task.sleep(until: deadline, clock: .continuous)
      return nil
    }
    let first = await group.next() ?? nil
    group.cancelAll()
    return first
  }
  guard let first else {
    throw Task.isCancelled ? OriginError(.cancelled, "the request was cancelled") : timeoutError()
  }
  return try first.get()
}
