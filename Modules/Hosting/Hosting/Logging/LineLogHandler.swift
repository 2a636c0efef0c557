import Logging
import Platform

/// A log handler that writes one line per event to standard error or a log file. Write errors are ignored. Never waits for whoever reads standard
/// error: a thread of the bus would wait as well.
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
    let line = line(event.level, event.message.description, all)
    if let file { return file.append(line) }
    NonblockingStream.errors.write(line) { self.line(.warning, "log lines dropped; standard error was not read", ["lines": "\($0)"]) }
  }

  private func line(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata) -> [UInt8] {
    let time = CalendarTime.text(millisecondsSince1970: SystemTime.milliseconds)
    return Array((format.line(time: time, level: level, label: label, message: message, metadata: metadata) + "\n").utf8)
  }
}
