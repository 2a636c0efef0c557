public import Logging

extension Logger {
  /// A logger that discards everything.
  public static let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
}
