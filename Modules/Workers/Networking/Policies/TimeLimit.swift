/// Runs `body` until it ends or `deadline` comes, whichever is first. At the deadline `body` is cancelled, and `late` thrown
/// once it has come to an end. Costs a child task and a timer.
func within<Value: Sendable>(
  _ deadline: ContinuousClock.Instant, late: @autoclosure @Sendable () -> OriginError,
  _ body: @escaping @Sendable () async throws(OriginError) -> Value
) async throws(OriginError) -> Value {
  guard ContinuousClock.now < deadline else { throw late() }
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
    throw Task.isCancelled ? OriginError(.cancelled, "the request was cancelled") : late()
  }
  return try first.get()
}
