import Hosting
import Synchronization

/// The worker inside a ``FetchWorker``. It exists only after the check for other fetchers, and never if that check fails.
final class InnerWorker: Sendable {
  private let worker = Mutex<(any MonitoredService)?>(nil)
  /// Ends when the worker exists, or when it is certain that there will be none.
  private let decided: AsyncStream<Void>
  private let decision: AsyncStream<Void>.Continuation

  init() { (decided, decision) = AsyncStream.makeStream(of: Void.self) }

  /// Sets the worker; `nil` if there will be none, which changes nothing once there is one.
  func set(_ value: (any MonitoredService)?) {
    if let value { worker.withLock { $0 = value } }
    decision.finish()
  }

  /// Returns `true` when the worker has registered, and `false` when it has ended without or when there will be none.
  func waitUntilReady() async -> Bool {
    for await _ in decided {}
    return await worker.withLock(\.self)?.waitUntilReady() ?? false
  }

  /// Returns when the worker's thread has answered; at once while there is none.
  func answer() async { await worker.withLock(\.self)?.answer() }
}
