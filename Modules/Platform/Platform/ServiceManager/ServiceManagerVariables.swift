/// What a service manager tells a process that it has started, in environment variables (sd_notify(3), sd_watchdog_enabled(3),
/// sd_listen_fds(3)). They are for that process alone, not for the processes that it starts. Pure.
public struct ServiceManagerVariables: Sendable, Hashable {
  /// Where to send notifications; `nil` if nobody listens.
  public let notificationAddress: NotificationAddress?
  /// The time after which the service manager counts a silent process as dead; `nil` if it does not.
  public let watchdogLimit: Duration?

  /// The names of all variables.
  public static let names = ["NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC"] + ListenDescriptors.variables

  /// Reads the variables of the process with the ID `process`.
  public init(_ environment: Environment, process: Int32) {
    notificationAddress = environment["NOTIFY_SOCKET"].flatMap(NotificationAddress.init)
    let isForThisProcess = environment["WATCHDOG_PID"].map { $0 == String(process) } ?? true
    let limit = environment["WATCHDOG_USEC"].flatMap(Int64.init) ?? 0
    watchdogLimit = isForThisProcess && limit > 0 ? .microseconds(limit) : nil
  }

  /// The interval of notifications that the manual page recommends: half of ``watchdogLimit``.
  public var watchdogInterval: Duration? { watchdogLimit.map { $0 / 2 } }
}
