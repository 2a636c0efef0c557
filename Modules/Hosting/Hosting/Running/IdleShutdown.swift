import Logging
import MessageBus
public import ServiceLifecycle

extension Host {
  /// Returns a service that stops the process gracefully when `broker` has been idle for `limit`; `.zero` means never. See ``IdlePolicy``.
  public func idleShutdown(of broker: BrokerRunner, after limit: Duration) -> any Service {
    let logger = logger
    return background {
      guard limit > .zero else { return try await Self.waitForCancellation() }
      let policy = IdlePolicy(limit: limit)
      while true {
        let statistics = broker.broker.statistics
        switch policy.decide(idleFor: statistics.lastRequest.duration(to: .now), listeners: statistics.listeners) {
        case .stop: return logger.info("idle timeout reached", metadata: ["idle": "\(DurationText.format(limit))"])
        case .keepRunning(let time):
          logger.debug("checked for listeners", metadata: ["listeners": "\(statistics.listeners)"])
          try await Task.sleep(for: time)
        }
      }
    }
  }

  private static func waitForCancellation() async throws {
    while true { try await Task.sleep(for: .seconds(86_400)) }
  }
}
