import Logging
import MessageBus
public import ServiceLifecycle

extension Host {
  /// Ends the process in an orderly way once `broker` is needed no more; without a limit (`.zero`) never. See ``IdlePolicy``.
  public func leavingWhenIdle(_ broker: BrokerRunner, for limit: Duration) -> any Service {
    let logger = logger
    return background {
      guard limit > .zero else { return try await Self.forever() }
      let policy = IdlePolicy(limit: limit)
      while true {
        let statistics = broker.broker.statistics
        switch policy.decide(idleFor: statistics.lastRequest.duration(to: .now), listeners: statistics.listeners) {
        case .leave: return logger.info("nobody asked for anything", metadata: ["idle": "\(DurationText.text(limit))"])
        case .stay(let time):
          logger.debug("looked whether anybody is there", metadata: ["listeners": "\(statistics.listeners)"])
          try await Task.sleep(for: time)
        }
      }
    }
  }

  private static func forever() async throws {
    while true { try await Task.sleep(for: .seconds(86_400)) }
  }
}
