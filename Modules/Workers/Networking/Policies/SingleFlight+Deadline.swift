extension SingleFlight {
  /// Returns or throws the result of `work`, or of the work in flight for `key`. Throws `timeoutError` at `deadline`, and
  /// ``OriginError/Code/cancelled`` if the caller's task is cancelled. A flight that ended at an earlier deadline, that of the caller that
  /// started it, is repeated; one that could not have ended by a later deadline is not.
  func result<Success: Sendable>(
    for key: Key, deadline: Instant, timeoutError: @autoclosure () -> OriginError, onJoin: @Sendable (UInt64) -> Void = { _ in },
    _ work: @escaping @Sendable (UInt64) async throws(OriginError) -> Success
  ) async throws(OriginError) -> Success where Value == Result<Success, OriginError> {
    while ContinuousClock.now < deadline {
      let shared = await value(for: key, until: deadline, onJoin: onJoin) { id async in
        do throws(OriginError) { return .success(try await work(id)) } catch {
          var error = error
          if error.callerTimedOut { error.flightDeadline = deadline }
          return .failure(error)
        }
      }
      if let shared {
        if case .failure(let error) = shared, error.callerTimedOut, let end = error.flightDeadline, end < deadline { continue }
        return try shared.get()
      }
      if Task.isCancelled { throw OriginError(.cancelled, "the request was cancelled") }
    }
    throw timeoutError()
  }
}
