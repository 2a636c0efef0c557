import Logging
import Platform
import Synchronization

/// Tells a service manager, such as systemd or a supervisor, about the state of this process (sd_notify(3)).
struct ServiceNotifier: Sendable {
  private let sender: NotificationSender?
  private let watchdogInterval: Duration?
  private let logger: Logger
  private let phase = Phase()

  /// How far the process is.
  private final class Phase: Sendable {
    let isStopping = Mutex(false)
  }

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

  /// Sends READY when all of `services` are ready, and then WATCHDOG in the interval that the service manager wants, as long as the threads of
  /// all services answer. Runs until the task is cancelled. Sends nothing if a service ends before it is ready, and no READY after
  /// STOPPING.
  func run(_ services: [any MonitoredService]) async {
    guard sender != nil else { return }
    for service in services { guard await service.waitUntilReady() else { return } }
    guard !Task.isCancelled else { return }
    phase.isStopping.withLock { isStopping in
      if !isStopping { send(.ready) }
    }
    guard let watchdogInterval else { return }
    var watchdog = Watchdog(services)
    while !Task.isCancelled {
      if watchdog.check() {
        send(.watchdog)
      } else {
        logger.warning("a thread does not answer; not notifying the watchdog")
      }
      try? await Task.sleep(for: watchdogInterval)
    }
  }

  /// Sends one line for people.
  func report(status: String) { send(.status(status)) }

  /// Sends STOPPING. Call it when the process begins to stop.
  func reportStopping() {
    phase.isStopping.withLock { isStopping in
      isStopping = true
      send(.stopping)
    }
  }

  private func send(_ notification: ServiceNotification) {
    guard let sender, let failure = sender.send(notification) else { return }
    logger.warning("cannot notify the service manager", metadata: ["reason": "\(failure.reason)"])
  }
}
