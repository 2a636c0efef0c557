public import ServiceLifecycle

/// A service that a service manager can observe.
public protocol MonitoredService: Service {
  /// Returns `true` when the service can be used, such as when it is bound or registered with the broker, and `false` when it has ended
  /// before.
  func waitUntilReady() async -> Bool
  /// Returns when the thread of the service has answered, or has ended: at once, unless it is busy, and never if it hangs.
  func answer() async
}
