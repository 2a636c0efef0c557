import Logging
import MessageBus
public import ServiceLifecycle
import Text

extension Host {
  /// Returns a service that runs `body`. When `body` returns, the process stops gracefully; when the process is asked to stop, the task of `body`
  /// is cancelled.
  public func background(_ body: @escaping @Sendable () async throws -> Void) -> any Service { BackgroundRunner(body: body) }

  /// Returns a service that stops the process gracefully when `broker` has been idle for `limit`; `.zero` means never.
  public func idleShutdown(of broker: BrokerRunner, after limit: Duration) -> any Service {
    let logger = logger
    return background {
      while true {
        let statistics = broker.broker.statistics
        let idle = statistics.lastRequest.duration(to: .now)
        guard let time = Self.nextIdleCheck(limit: limit, idleFor: idle, listeners: statistics.listeners) else { break }
        logger.debug("checked for listeners", metadata: ["listeners": "\(statistics.listeners)"])
        try await Task.sleep(for: time)
      }
      logger.info("idle timeout reached", metadata: ["idle": "\(DurationText.format(limit))"])
    }
  }

  /// Returns when to check again whether a broker that was started on demand is idle, or `nil` if it stops now: after `limit` without requests,
  /// while no other process subscribes to events. `listeners` counts connections from other processes, not the services in the broker's own. Pure.
  static func nextIdleCheck(limit: Duration, idleFor time: Duration, listeners: Int) -> Duration? {
    guard limit > .zero else { return .seconds(86_400) }
    if listeners > 0 { return max(limit / 10, .milliseconds(100)) }
    return time >= limit ? nil : limit - time
  }
}

private struct BackgroundRunner: Service {
  let body: @Sendable () async throws -> Void

  func run() async throws {
    let body = body
    do { try await cancelWhenGracefulShutdown { try await body() } } catch is CancellationError {
      // The normal end: the process was asked to stop.
    }
  }
}
