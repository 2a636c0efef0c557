import Logging
import Platform

/// A log handler that writes one line per event to standard error or a log file. Write errors are ignored.
struct LineLogHandler: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  private let label: String
  private let format: LogFormat
  private let file: LogFile?

  /// Creates a handler that writes to `file`, or else to standard error.
  init(label: String, level: Logger.Level, format: LogFormat, file: LogFile? = nil) {
    self.label = label
    self.format = format
    self.file = file
    logLevel = level
  }

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var all = metadata
    if let provided = metadataProvider?.get() { all.merge(provided) { _, new in new } }
    if let given = event.metadata { all.merge(given) { _, new in new } }
    if let error = event.error { all["error"] = "\(error)" }
    let now = Int(SystemTime.milliseconds)
    let line = format.line(
      time: LogTime.text(seconds: now / 1_000, milliseconds: now % 1_000), level: event.level, label: label,
      message: event.message.description, metadata: all)
    var bytes = Array(line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    if let file { file.append(bytes) } else { bytes.withUnsafeBytes { _ = StandardStream.error.write($0) } }
  }
}

/// Timestamps of log lines: RFC 3339 in UTC with milliseconds.
enum LogTime {
  /// Formats a POSIX time: seconds since 1970 without leap seconds.
  static func text(seconds: Int, milliseconds: Int) -> String {
    let time = CalendarTime(secondsSince1970: seconds)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    let thousandths = String(1_000 + milliseconds).dropFirst()
    return
      "\(time.year)-\(two(time.month))-\(two(time.day))T\(two(time.hour)):\(two(time.minute)):\(two(time.second)).\(thousandths)Z"
  }
}
