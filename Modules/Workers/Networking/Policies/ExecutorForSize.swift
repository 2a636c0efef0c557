/// Runs `work`, whose time grows with the size of a document: on the current executor if the document has 64 KiB at most, and on the default
/// one otherwise. The thread that serves all connections to an origin must not be busy for longer than a millisecond or two.
func onExecutor<Value, Failure: Error>(
  forBytes size: Int, _ work: () throws(Failure) -> Value
) async throws(Failure) -> Value {
  guard size > 64 << 10 else { return try work() }
  return try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(Failure) in try work() }
}
