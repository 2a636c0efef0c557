import Logging
import OrderedJSON
import Platform
import Text

/// The format of log lines. Every event is exactly one line.
enum LogFormat: String, Sendable, CaseIterable {
  /// `2026-01-31T12:00:00.000Z info worker ready service=holocron.cache`: time, level, message, metadata.
  case text
  /// `{"time":"…","level":"info","message":"worker ready","service":"holocron.cache"}`
  case json

  /// Returns the line without its line feed, safe to write to a terminal. Metadata is sorted by key.
  func line(time: String, level: Logger.Level, label: String, message: String, metadata: Logger.Metadata) -> String {
    let metadata = metadata.sorted { $0.key < $1.key }
    switch self {
    case .text:
      let pairs = metadata.map { " \(Self.quotedKey($0.key))=\(Self.quoted($0.value.description))" }.joined()
      return Self.escapingUnsafe("\(time) \(level.rawValue) \(Self.escaped(message))\(pairs)")
    case .json:
      var object: JSON.Object = [
        "time": .string(time), "level": .string(level.rawValue), "label": .string(label), "message": .string(message),
      ]
      for (key, value) in metadata { object[object[key] == nil ? key : "metadata.\(key)"] = Self.json(value) }
      return Self.escapingUnsafe(JSON.object(object).text())
    }
  }

  /// Returns whether a line of either format is an event of level debug or trace.
  static func isDetail(_ line: String) -> Bool {
    if line.hasPrefix("{") { return details.contains { line.contains("\"level\":\"\($0)\"") } }
    let words = line.split(separator: " ", maxSplits: 2)
    return words.count > 1 && details.contains(String(words[1])) && words[0].hasSuffix("Z")
  }

  private static let details = [Logger.Level.debug, .trace].map(\.rawValue)

  private static func json(_ value: Logger.MetadataValue) -> JSON {
    switch value {
    case .array(let values): .array(values.map(json))
    case .dictionary(let values): .object(JSON.Object(values.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }))
    default: .string(value.description)
    }
  }

  /// Quotes values whose end would be ambiguous (logfmt).
  private static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "\"" && $0 != "=" && $0 != "\\" && !$0.isUnsafe }
    return isPlain ? text : JSON.string(text).text()
  }

  private static func quotedKey(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value > 0x20 && $0 != "=" && $0 != "\"" ? $0 : "_" }))
  }

  /// Escapes C0 control characters, which could break the line or control a terminal.
  private static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value < 0x20 }) else { return text }
    return String(JSON.string(text).text().dropFirst().dropLast())
  }

  /// Writes the scalars that JSON leaves unescaped, although terminals interpret or hide them, as `\uXXXX` (RFC 8259 section 7): messages
  /// may contain text of origins and peers.
  private static func escapingUnsafe(_ line: String) -> String {
    // Fast path: most lines are printable ASCII.
    guard line.utf8.contains(where: { $0 >= 0x7F }) else { return line }
    var safe = ""
    for scalar in line.unicodeScalars {
      if scalar.isUnsafe { safe += scalar.jsonEscape } else { safe.unicodeScalars.append(scalar) }
    }
    return safe
  }
}

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
