import Logging
public import Platform

/// What is known about a process that has crashed.
public struct CrashReport: Sendable, Hashable {
  /// Seconds since 1970.
  public var time: Int
  /// The name of the process in its fleet, such as `cache-1`, or `node`.
  public var process: String
  /// The name of the executable, such as `holocron-cache`.
  public var program: String
  public var pid: Int32
  /// The signal that ended the process; `nil` if nobody has waited for it.
  public var signal: Signal?
  /// The time for which the process ran; `nil` if unknown.
  public var uptime: Duration?
  /// The path of the log.
  public var log: String
  /// The last lines of the log, which include the backtrace, if there is one.
  public var lastLines: [String]

  public init(
    time: Int, process: String, program: String, pid: Int32, signal: Signal?, uptime: Duration? = nil, log: String, lastLines: [String]
  ) {
    (self.time, self.process, self.program, self.pid) = (time, process, program, pid)
    (self.signal, self.uptime, self.log, self.lastLines) = (signal, uptime, log, lastLines)
  }

  /// The maximum size of a report in bytes. The last lines are the most useful ones.
  static let maximumSize = 64 << 10
  /// The maximum number of reports. The oldest ones are removed.
  static let maximumCount = 20

  /// Writes the report, with mode 0600, to the folder `crashes` in `stateFolder`, and removes the oldest ones. Returns the path of its file, whose
  /// name sorts by time: `2026-11-22T09-05-00Z-cache-1-4711.txt`.
  public func write(in stateFolder: String) throws(SystemError) -> String {
    let folder = "\(stateFolder)/crashes"
    let path = "\(folder)/\(CalendarTime(secondsSince1970: time).text.replacing(":", with: "-"))-\(process)-\(pid).txt"
    try Folder.create(folder)
    try RegularFile.replace(path, with: Array(text.utf8))
    let names = Folder.names(in: folder).filter { $0.hasSuffix(".txt") }.sorted()
    for name in names.dropLast(Self.maximumCount) { FileSystem.remove("\(folder)/\(name)") }
    return path
  }

  /// The report for people, without log events of the levels debug and trace: they describe single requests.
  var text: String {
    let after = uptime.map { " after \($0.components.seconds) s" } ?? ""
    let ending = signal.map { "signal \($0.rawValue)\($0.name.map { " (\($0))" } ?? "")\(after)" }
    let facts = [
      ("Time", CalendarTime(secondsSince1970: time).text), ("Process", "\(process) (process \(pid))"),
      ("Program", Version.line(of: program)), ("Ended", ending ?? "without stopping first: it crashed, or it was killed"), ("Log", log),
    ]
    let head = facts.map { name, value in name + String(repeating: " ", count: 9 - name.count) + value }.joined(separator: "\n")
    var (kept, size) = ([String](), head.utf8.count)
    for line in lastLines.reversed() where !LogFormat.isDetail(line) {
      let room = Self.maximumSize - 64 - size
      guard line.utf8.count + 1 < room else {
        // A report without any line would hide a message that is long, such as that of a failed precondition.
        if kept.isEmpty { kept.append(String(decoding: line.utf8.prefix(room - 16), as: UTF8.self) + " …") }
        break
      }
      size += line.utf8.count + 1
      kept.append(line)
    }
    return "\(head)\n\nLast lines of the log:\n\(kept.reversed().map { $0 + "\n" }.joined())"
  }
}

extension Host {
  /// Writes a report about an earlier process of this program that ended without stopping first, with the last lines of the log that it shared with
  /// this process. Does nothing without a log file. Call it before this process logs anything.
  public func reportCrash(of name: String, process: Int32) {
    guard let logFile else { return }
    // A log has at most 1 MiB, and one message more.
    let bytes = (try? RegularFile.read(logFile, upTo: 2 << 20)) ?? []
    let lines = bytes.split(separator: UInt8(ascii: "\n")).suffix(200).map { String(decoding: $0, as: UTF8.self) }
    let report = CrashReport(
      time: FileSystem.lastWrite(to: logFile) ?? SystemTime.seconds, process: name, program: self.name, pid: process,
      signal: Self.signal(in: lines), log: logFile, lastLines: lines)
    do {
      let path = try report.write(in: stateFolder)
      logger.warning("an earlier process crashed or was killed", metadata: ["process": "\(process)", "report": "\(path)"])
    } catch {
      logger.warning("cannot write a crash report", metadata: ["reason": "\(error.reason)"])
    }
  }

  /// Returns the signal that a crashing process has named in its last line (``CrashMark``).
  static func signal(in lines: [String]) -> Signal? {
    guard let last = lines.last, let range = last.firstRange(of: ": ended by signal ") else { return nil }
    return Int32(last[range.upperBound...]).map { Signal(rawValue: $0) }
  }
}
