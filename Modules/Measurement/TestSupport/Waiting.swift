extension Duration {
  /// The timeout for events in tests, and for requests whose timeout is not under test. It ends tests that hang; it does not measure speed.
  /// Beside a whole suite and busy loops, an event that usually takes milliseconds may take many seconds.
  public static let testLimit = Duration.seconds(180)
}

/// Calls `body` every 20 ms until it returns a value, for conditions without an event, such as the state of another process. After `limit`, throws
/// a ``TestSupportError`` that names the condition.
public func eventually<Value>(_ what: String, within limit: Duration = .testLimit, _ body: () async throws -> Value?) async throws
  -> Value
{
  let end = ContinuousClock.now + limit
  while true {
    if let value = try await body() { return value }
    guard ContinuousClock.now < end else { throw TestSupportError("timed out after \(limit): \(what)") }
    try await Task.sleep(for: .milliseconds(20))
  }
}

/// Calls `body` every 20 ms until it returns `true`.
public func eventually(_ what: String, within limit: Duration = .testLimit, isTrue body: () async throws -> Bool) async throws {
  let _: Bool = try await eventually(what, within: limit) { try await body() ? true : nil }
}

/// Runs `body` with a timeout. After `limit`, cancels `body` and throws a ``TestSupportError`` that names the operation, without waiting for `body`,
/// which may ignore cancellation.
public func within<Value: Sendable>(_ limit: Duration, _ what: String, _ body: @escaping @Sendable () async throws -> Value) async throws
  -> Value
{
  let (outcomes, outcome) = AsyncThrowingStream.makeStream(of: Value.self)
  let work = Task {
    do { outcome.yield(try await body()) } catch { outcome.finish(throwing: error) }
  }
  let timeout = Task {
    try await Task.sleep(for: limit)
    outcome.finish(throwing: TestSupportError("timed out after \(limit): \(what)"))
  }
  defer {
    work.cancel()
    timeout.cancel()
  }
  for try await value in outcomes { return value }
  throw CancellationError()
}

/// A failed test setup or a timeout.
public struct TestSupportError: Error, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
