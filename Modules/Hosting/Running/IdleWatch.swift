import Logging
import MessageBus
public import ServiceLifecycle

extension Host {
  /// Ends the process in an orderly way once `broker` is needed no more; without a limit (`.zero`) never. See ``IdlePolicy``.
  public func leavingWhenIdle(_ broker: BrokerRunner, for limit: Duration) -> any Service {
    let logger = logger
    return background {
      guard limit > .zero else { return try await Self.forever() }
      var policy = IdlePolicy(limit: limit)
      try await Task.sleep(for: min(IdlePolicy.settling, limit))
      while true {
        let statistics = broker.broker.statistics
        switch policy.decide(idleFor: statistics.lastRequest.duration(to: .now), subscriptions: statistics.subscriptions) {
        case .leave: return logger.info("nobody asked for anything", metadata: ["idle": "\(DurationText.text(limit))"])
        case .stay(let time): try await Task.sleep(for: time)
        }
      }
    }
  }

  private static func forever() async throws {
    while true { try await Task.sleep(for: .seconds(86_400)) }
  }
}
