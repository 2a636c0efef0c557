import Glibc
public import Logging

/// Writes each event as one line to a file descriptor. A log that cannot be written has nobody to tell, and is lost.
public struct LineLogHandler: LogHandler {
  public var logLevel: Logger.Level
  public var metadata: Logger.Metadata = [:]
  public var metadataProvider: Logger.MetadataProvider?
  private let label: String
  private let format: LogFormat
  private let descriptor: Int32
  private let file: LogFile?

  /// Writes to standard error unless `descriptor` or `file` says otherwise.
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

/// Times of log lines: RFC 3339 in UTC with milliseconds.
enum LogTime {
  /// `seconds` since 1970 as the operating system counts them, without leap seconds.
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
