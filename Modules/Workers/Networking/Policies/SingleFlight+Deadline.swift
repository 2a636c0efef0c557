extension SingleFlight {
  /// Returns or throws the result of `work`, or of the work in flight for `key`. Throws `timeoutError` at `deadline`, and
  /// ``OriginError/Code/cancelled`` if the caller's task is cancelled. A flight that ended at an earlier deadline, that of the caller that
  /// started it, is repeated.
  func result<Success: Sendable>(
    for key: Key, deadline: ContinuousClock.Instant, timeoutError: @autoclosure @escaping @Sendable () -> OriginError,
    onJoin: @escaping @Sendable (UInt64) -> Void = { _ in },
    _ work: @escaping @Sendable (UInt64) async throws(OriginError) -> Success
  ) async throws(OriginError) -> Success where Value == Result<Success, OriginError> {
    try await withDeadline(deadline, timeoutError: timeoutError()) { () throws(OriginError) in
      while true {
        let shared = await self.value(for: key, onJoin: onJoin) { id async in
          do throws(OriginError) { return .success(try await work(id)) } catch { return .failure(error) }
        }
        guard let shared else { throw OriginError(.cancelled, "the request was cancelled") }
        if case .failure(let error) = shared, error.callerTimedOut, ContinuousClock.now < deadline { continue }
        return try shared.get()
      }
    }
  }
}
