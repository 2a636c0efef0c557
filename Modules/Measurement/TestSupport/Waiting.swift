extension Duration {
  /// How long a test waits for an event, and the deadline of requests whose deadline is not what the test is about. It ends tests that hang and is no measure
  /// of speed: beside a whole suite and busy loops, what takes milliseconds alone may take many seconds.
  public static let testLimit = Duration.seconds(180)
}

/// Waits until `body` gives something, asking every 20 ms, for what no event tells: the state of another process. Throws ``TestSupportError`` after `limit`,
/// saying what was awaited.
public func eventually<Value>(_ what: String, within limit: Duration = .testLimit, _ body: () async throws -> Value?) async throws
  -> Value
{
  let end = ContinuousClock.now + limit
  while true {
    if let value = try await body() { return value }
    guard ContinuousClock.now < end else { throw TestSupportError("waited \(limit) in vain: \(what)") }
    try await Task.sleep(for: .milliseconds(20))
  }
}

/// ``eventually(_:within:_:)-(_,_,()->Value?)`` for a condition.
public func eventually(_ what: String, within limit: Duration = .testLimit, isTrue body: () async throws -> Bool) async throws {
  let _: Bool = try await eventually(what, within: limit) { try await body() ? true : nil }
}

/// `body`, given up after `limit` with a ``TestSupportError`` that says what it was. It is cancelled then, and not waited for: what it waits for may
/// never come, nor heed a cancellation.
public func within<Value: Sendable>(_ limit: Duration, _ what: String, _ body: @escaping @Sendable () async throws -> Value) async throws
  -> Value
{
  let (outcomes, outcome) = AsyncThrowingStream.makeStream(of: Value.self)
  let work = Task {
    do { outcome.yield(try await body()) } catch { outcome.finish(throwing: error) }
  }
  let alarm = Task {
    try await Task.sleep(for: limit)
    outcome.finish(throwing: TestSupportError("waited \(limit) in vain: \(what)"))
  }
  defer {
    work.cancel()
    alarm.cancel()
  }
  for try await value in outcomes { return value }
  throw CancellationError()
}
