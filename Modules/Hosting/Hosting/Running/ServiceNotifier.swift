import Logging
import Platform
import Synchronization

/// Tells a service manager, such as systemd or a supervisor, about the state of this process (sd_notify(3)).
final class ServiceNotifier: Sendable {
  private let sender: NotificationSender?
  private let watchdogInterval: Duration?
  private let logger: Logger
  private let isStopping = Mutex(false)

  /// Reads what the service manager has passed to this process. Without a service manager, nothing is ever sent.
  init(_ variables: ServiceManagerVariables, logger: Logger) {
    self.logger = logger
    do {
      sender = try variables.notificationAddress.map { address throws(SystemError) in try NotificationSender(to: address) }
    } catch {
      sender = nil
      logger.warning("cannot notify the service manager", metadata: ["reason": "\(error.reason)"])
    }
    watchdogInterval = sender == nil ? nil : variables.watchdogInterval
  }

  /// Sends READY when all of `services` are ready, and WATCHDOG in the interval that the service manager wants, as long as the threads of
  /// all services answer: also before READY, because a worker may wait for its broker for any time without hanging. Runs until the task is
  /// cancelled. Sends no READY and no further WATCHDOG if a service ends before it is ready, and no READY after STOPPING.
  func run(_ services: [any MonitoredService]) async {
    guard sender != nil else { return }
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { [self] in await sendReady(services) }
      if let watchdogInterval {
        group.addTask { [self] in
          await sendWatchdog(services, every: watchdogInterval)
          return true
        }
      }
      for await goesOn in group where !goesOn { group.cancelAll() }
    }
  }

  /// Returns whether all services have become ready.
  private func sendReady(_ services: [any MonitoredService]) async -> Bool {
    for service in services { guard await service.waitUntilReady() else { return false } }
    guard !Task.isCancelled else { return false }
    isStopping.withLock { isStopping in
      if !isStopping { send(.ready) }
    }
    return true
  }

  /// Runs until the task is cancelled.
  private func sendWatchdog(_ services: [any MonitoredService], every interval: Duration) async {
    while (try? await Task.sleep(for: interval)) != nil {
      // While a thread hangs, nothing is sent.
      for service in services { await service.answer() }
      if !Task.isCancelled { send(.watchdog) }
    }
  }

  /// Sends one line for people.
  func report(status: String) { send(.status(status)) }

  /// Sends STOPPING. Call it when the process begins to stop.
  func reportStopping() {
    isStopping.withLock { isStopping in
      isStopping = true
      send(.stopping)
    }
  }

  private func send(_ notification: ServiceNotification) {
    guard let sender, let failure = sender.send(notification) else { return }
    logger.warning("cannot notify the service manager", metadata: ["reason": "\(failure.reason)"])
  }
}
