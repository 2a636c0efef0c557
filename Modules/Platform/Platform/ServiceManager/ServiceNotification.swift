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
