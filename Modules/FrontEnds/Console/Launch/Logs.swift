public import OrderedJSON
import Platform

/// A line in the log of a process. Pure.
public struct LogLine: Sendable, Hashable {
  /// `cache-1`
  public let process: String
  public let text: String
  /// The time of the event, `2026-01-31T12:00:00.000Z`; for a line without one, such as a line of a backtrace, that of the line before.
  public let time: String

  /// - Parameter previous: the time of the line before in the same log; empty if there is none.
  public init(_ text: String, of process: String, after previous: String) {
    (self.text, self.process, time) = (text, process, Self.time(in: text) ?? previous)
  }

  /// The members that the programs write first.
  private static let jsonPrefix = #"{"time":""#

  /// Returns the time with which a line begins, or that of a JSON event.
  public static func time(in text: String) -> String? {
    let word = text.hasPrefix(Self.jsonPrefix) ? text.dropFirst(Self.jsonPrefix.count).prefix { $0 != "\"" } : text.prefix { $0 != " " }
    // All times have the same length, so they sort as texts.
    let form = "0000-00-00T00:00:00.000Z"
    let isTime =
      word.utf8.count == form.utf8.count
      && zip(word.utf8, form.utf8).allSatisfy { byte, form in
        form == UInt8(ascii: "0") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == form
      }
    return isTime ? String(word) : nil
  }

  /// Returns the lines of all logs in the order of their times. Lines of one log stay in their order.
  public static func merged(_ logs: [[LogLine]]) -> [LogLine] {
    guard logs.count > 1 else { return logs.first ?? [] }
    // An earlier time after a later one, when the clock was set, does not change the order within a log.
    let keyed = logs.flatMap { lines -> [(String, LogLine)] in
      var latest = ""
      return lines.map { line in
        latest = max(latest, line.time)
        return (latest, line)
      }
    }
    return keyed.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
  }

  /// `{"process":"cache-1","time":"…","level":"info","message":"worker ready","fields":{"service":"holocron.cache"}}`, from a line of
  /// either format. A line that is no event has no level.
  public var json: JSON {
    var object: JSON.Object = ["process": .string(process)]
    if !time.isEmpty { object["time"] = .string(time) }
    var fields: JSON.Object = [:]
    if text.hasPrefix("{"), let members = (try? JSON(parsing: text))?.object {
      for member in members where member.name != "time" {
        if ["level", "message"].contains(member.name) { object[member.name] = member.value } else { fields[member.name] = member.value }
      }
    } else {
      let words = text.split(separator: " ", maxSplits: 2)
      let isEvent = words.count == 3 && Self.time(in: text) != nil
      if isEvent { object["level"] = .string(String(words[1])) }
      let event: (message: String, fields: JSON.Object) = isEvent ? Self.parts(of: words[2]) : (text, [:])
      object["message"] = .string(event.message)
      fields = event.fields
    }
    object["fields"] = .object(fields)
    return .object(object)
  }

  /// Returns the message and the pairs of `worker ready service=holocron.cache reason="no space"`.
  private static func parts(of event: Substring) -> (message: String, fields: JSON.Object) {
    var words = event.split(separator: " ", omittingEmptySubsequences: false)[...]
    let message = words.prefix { !$0.contains("=") }
    words = words.dropFirst(message.count)
    var fields: JSON.Object = [:]
    while let word = words.popFirst() {
      let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // No field of the programs: all of it is the message.
      guard halves.count == 2 else { return (String(event), [:]) }
      var value = String(halves[1])
      // A JSON string, which ends at the first quotation mark that is not escaped.
      while value.hasPrefix("\""), !isClosed(value.utf8), let next = words.popFirst() { value += " \(next)" }
      fields[String(halves[0])] = value.hasPrefix("\"") ? (try? JSON(parsing: value)) ?? .string(value) : .string(value)
    }
    return (message.joined(separator: " "), fields)
  }

  private static func isClosed(_ text: String.UTF8View) -> Bool {
    text.count > 1 && text.last == UInt8(ascii: "\"")
      && text.dropLast().reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
  }
}

/// Reads the lines of a log, at first the last ones, then those that are added. Follows the log when it is renamed to `PATH.1` and a new file
/// takes its place.
public struct TailedLog: Sendable {
  public let process: String
  public let path: String
  private var file: Descriptor?
  /// The position in ``file`` of the next byte to read.
  private var offset = 0
  /// The start of a line whose end has not been written yet.
  private var partial: [UInt8] = []
  private var lastTime = ""

  /// A longer line is broken.
  private static let maximumLine = 1 << 20
  private static let lineFeed = UInt8(ascii: "\n")

  public init(_ process: String, path: String) { (self.process, self.path) = (process, path) }

  /// Returns the last lines, at most `count`, also those of the file that was renamed last. Call it first, with 0 to skip them, or not at all to
  /// read everything.
  public mutating func last(_ count: Int) -> [LogLine] {
    file = try? Descriptor.open(path, for: .reading)
    if let size = file?.size, size > ServiceLog.maxSize {
      offset = size - ServiceLog.maxSize
      try? file?.seek(to: offset)
    }
    let lines = readAdded(last: count)
    guard lines.count < count, FileSystem.exists("\(path).1") else { return lines }
    var older = TailedLog(process, path: "\(path).1")
    return (older.last(count) + older.endLine() + lines).suffix(count)
  }

  /// Returns the lines that were added since the last call.
  public mutating func added() -> [LogLine] {
    var lines = readAdded()
    guard let next = try? Descriptor.open(path, for: .reading) else { return lines }
    let isSame = file.map { $0.isSameFile(as: next) } ?? false
    // A log that cannot be renamed is emptied instead.
    guard !isSame || (next.size ?? 0) < offset else { return lines }
    // Written between reading and renaming.
    if !isSame { lines += readAdded() }
    lines += endLine()
    (file, offset) = (next, 0)
    return lines + readAdded()
  }

  /// Reads to the end of the file and returns the last `count` lines, without empty ones.
  private mutating func readAdded(last count: Int = .max) -> [LogLine] {
    guard let bytes = try? file?.readToEnd(), !bytes.isEmpty else { return [] }
    offset += bytes.count
    let text = partial + bytes
    var (rest, found) = (text[..<(text.lastIndex(of: Self.lineFeed) ?? 0)], [ArraySlice<UInt8>]())
    partial = Array(text[rest.endIndex...].trimmingPrefix([Self.lineFeed]))
    // From the end, so that the cost depends on what is shown.
    while found.count < count, !rest.isEmpty {
      let start = rest.lastIndex(of: Self.lineFeed)
      let line = rest[(start.map { $0 + 1 } ?? rest.startIndex)...]
      if !line.isEmpty { found.append(line) }
      rest = rest[..<(start ?? rest.startIndex)]
    }
    let lines = found.reversed().map { line($0) }
    return partial.count > Self.maximumLine ? lines + endLine() : lines
  }

  /// Returns the line that has been read so far, if there is one.
  private mutating func endLine() -> [LogLine] {
    guard !partial.isEmpty else { return [] }
    defer { partial = [] }
    return [line(partial[...])]
  }

  private mutating func line(_ bytes: ArraySlice<UInt8>) -> LogLine {
    let line = LogLine(String(decoding: bytes, as: UTF8.self), of: process, after: lastTime)
    lastTime = line.time
    return line
  }
}

/// The log file of a background program, as far as a front-end reports from it.
public struct ServiceLog: Sendable {
  let path: String
  /// The name of the program, such as `holocron-cache`.
  let program: String

  /// The maximum size in bytes of a log that is read. A service keeps its log below 1 MiB, a supervisor those of its processes below 4 MiB.
  static let maxSize = 1 << 23
  /// Log messages of services: their data is in memory only, or their origin is not encrypted.
  private static let warnings = ["no file can be used; keeping it in memory", "origin is not encrypted"]

  public init(path: String, program: String = "") { (self.path, self.program) = (path, program) }

  /// Returns the last lines of a log, at most `count`, also those of the file that was renamed last; empty if it cannot be read.
  public static func lastLines(_ count: Int, of path: String) -> [String] {
    var log = TailedLog("", path: path)
    return log.last(count).map(\.text)
  }

  /// Returns the error in the last line after the first `size` bytes: the message with which the program ended, or an event of level error or
  /// critical. `nil` if the last line is another one.
  func lastError(after size: Int) -> String? { lines(after: size).last.flatMap { Self.error(in: $0, of: program) } }

  /// Returns the warnings for users in the events after the first `size` bytes: what the service keeps in memory because it cannot use a file,
  /// and why (`the cache is kept in memory only: cannot create …`), and an origin that is not encrypted.
  public func warnings(after size: Int) -> [String] {
    lines(after: size).compactMap { line in
      guard Self.warnings.contains(where: line.contains), let fields = LogLine(line, of: "", after: "").json["fields"],
        let reason = fields["reason"]?.string
      else { return nil }
      return fields["store"]?.string.map { "\($0) is kept in memory only: \(reason)" } ?? reason
    }
  }

  private func lines(after size: Int) -> [String] {
    guard let bytes = try? RegularFile.read(path, upTo: Self.maxSize) else { return [] }
    // A smaller file is a new one: the old log was full.
    return bytes.dropFirst(bytes.count >= size ? size : 0).split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the error in a line of the log of `program`; `nil` if it is another line.
  static func error(in line: String, of program: String) -> String? {
    // The dynamic linker writes the path of the program instead of its name.
    if let colon = line.firstRange(of: ": ") {
      let name = line[..<colon.lowerBound]
      if name == program || name.hasSuffix("/\(program)") { return String(line[colon.upperBound...]) }
    }
    func isError(_ level: String?) -> Bool { level == "error" || level == "critical" }
    if line.hasPrefix("{") { return isError((try? JSON(parsing: line))?["level"]?.string) ? line : nil }
    // The time, the level and the event.
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    return words.count == 3 && isError(words[1]) ? words[2] : nil
  }
}
