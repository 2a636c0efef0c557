import Glibc

/// What a service manager tells a process that it has started, in environment variables (sd_notify(3), sd_watchdog_enabled(3),
/// sd_listen_fds(3)). They are for that process alone, not for the processes that it starts. Pure.
public struct ServiceManagerVariables: Sendable, Hashable {
  /// Where to send notifications; `nil` if nobody listens.
  public let notificationAddress: NotificationAddress?
  /// The time after which the service manager counts a silent process as dead; `nil` if it does not.
  public let watchdogLimit: Duration?

  /// The names of all variables.
  public static let names = ["NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC"] + ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

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

/// What a process tells its service manager about its state (sd_notify(3)).
public enum ServiceNotification: Sendable, Hashable {
  /// The process can be used.
  case ready
  case stopping
  /// The process is alive; sent at regular intervals.
  case watchdog
  /// One line for people: `6 processes running`.
  case status(String)

  /// The maximum size of the text of a message in bytes. A longer status is truncated.
  public static let maximumSize = 4_096

  /// Returns the text of a message: one assignment per line.
  public static func text(_ notifications: [ServiceNotification]) -> String {
    notifications.map(\.assignment).joined(separator: "\n")
  }

  /// Reads the text of a message. Ignores assignments that are not listed here, of which there are many.
  public static func parse(_ text: String) -> [ServiceNotification] {
    text.split(separator: "\n").compactMap { line in
      switch line {
      case "READY=1": .ready
      case "STOPPING=1": .stopping
      case "WATCHDOG=1": .watchdog
      default: line.hasPrefix("STATUS=") ? .status(String(line.dropFirst("STATUS=".count))) : nil
      }
    }
  }

  private var assignment: String {
    switch self {
    case .ready: "READY=1"
    case .stopping: "STOPPING=1"
    case .watchdog: "WATCHDOG=1"
    // A line feed would start another assignment.
    case .status(let text): "STATUS=" + Self.shortened(text)
    }
  }

  /// The maximum size of a status in bytes, so that a message with all other assignments stays below ``maximumSize``.
  private static let maximumStatus = 4_000

  /// Returns the longest start of `text` that fits, without a part of a Unicode scalar. A character may have any number of scalars.
  private static func shortened(_ text: String) -> String {
    var (scalars, size) = (String.UnicodeScalarView(), 0)
    for scalar in text.unicodeScalars {
      let next: Unicode.Scalar = Character(scalar).isNewline ? " " : scalar
      size += UTF8.width(next)
      guard size <= maximumStatus else { break }
      scalars.append(next)
    }
    return String(scalars)
  }
}

/// The address of the socket on which a service manager listens: an absolute path, or `@` and a name in the abstract namespace (unix(7)).
public struct NotificationAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address as in the variable `NOTIFY_SOCKET`.
  public let description: String

  /// Reads the value of `NOTIFY_SOCKET`. `nil` for anything but a path or an abstract name that fits into an address, such as `vsock:…`.
  public init?(_ text: String) {
    let isAbstract = text.hasPrefix("@")
    // A path ends with a zero byte; the name of an abstract socket begins with one.
    guard isAbstract || text.hasPrefix("/"), text.utf8.count > 1, text.utf8.count < Self.capacity, !text.utf8.contains(0) else {
      return nil
    }
    description = text
  }

  /// The path of the socket's file; `nil` if the address is abstract.
  var path: String? { description.hasPrefix("/") ? description : nil }

  private static var capacity: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) }

  /// Passes the address in the form that C functions take, valid during the call.
  func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { target in
      target.copyBytes(from: description.utf8)
      if path == nil { target[0] = 0 }
    }
    // The length of an abstract address counts: every byte is part of the name.
    let prefix = MemoryLayout<sockaddr_un>.size - Self.capacity
    let length = socklen_t(prefix + description.utf8.count + (path == nil ? 0 : 1))
    return withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) } }
  }
}
