import Glibc
public import Logging

/// A log handler that writes one line per event to a file descriptor or a log file. Write errors are ignored.
public struct LineLogHandler: LogHandler {
  public var logLevel: Logger.Level
  public var metadata: Logger.Metadata = [:]
  public var metadataProvider: Logger.MetadataProvider?
  private let label: String
  private let format: LogFormat
  private let descriptor: Int32
  private let file: LogFile?

  /// Creates a handler that writes to `file`, else to `descriptor`, else to standard error.
  public init(label: String, level: Logger.Level, format: LogFormat, descriptor: Int32? = nil, file: LogFile? = nil) {
    self.label = label
    self.format = format
    self.descriptor = descriptor ?? StandardStream.error.descriptor
    self.file = file
    logLevel = level
  }

  public subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  public func log(event: LogEvent) {
    var all = metadata
    if let provided = metadataProvider?.get() { all.merge(provided) { _, new in new } }
    if let given = event.metadata { all.merge(given) { _, new in new } }
    if let error = event.error { all["error"] = "\(error)" }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let line = format.line(
      time: LogTime.text(seconds: Int(now.tv_sec), milliseconds: Int(now.tv_nsec) / 1_000_000), level: event.level, label: label,
      message: event.message.description, metadata: all)
    var bytes = Array(line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    if let file { file.append(bytes) } else { StandardStream.write(bytes, to: descriptor) }
  }
}

/// Timestamps of log lines: RFC 3339 in UTC with milliseconds.
enum LogTime {
  /// Formats a POSIX time: seconds since 1970 without leap seconds.
  static func text(seconds: Int, milliseconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : String(number) }
    let thousandths = String(1_000 + milliseconds).dropFirst()
    return
      "\(Int(parts.tm_year) + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)).\(thousandths)Z"
  }
}
