import Logging
public import Platform

/// What is known about a process that has crashed. Pure.
public struct CrashReport: Sendable, Hashable {
  /// How a process has ended.
  public enum Ending: Sendable, Hashable {
    case signal(Signal)
    /// Nobody has waited for the process.
    case unknown
  }

  /// Seconds since 1970.
  public var time: Int
  /// The name of the process in its fleet, such as `cache-1`, or `node`.
  public var process: String
  /// The name of the executable, such as `holocron-cache`.
  public var program: String
  public var pid: Int32
  public var ending: Ending
  /// The time for which the process ran; `nil` if unknown.
  public var uptime: Duration?
  /// The path of the log.
  public var log: String
  /// The last lines of the log, which include the backtrace, if there is one.
  public var lastLines: [String]

  public init(
    time: Int, process: String, program: String, pid: Int32, ending: Ending, uptime: Duration?, log: String, lastLines: [String]
  ) {
    self.time = time
    self.process = process
    self.program = program
    self.pid = pid
    self.ending = ending
    self.uptime = uptime
    self.log = log
    self.lastLines = lastLines
  }

  /// The maximum size of a report in bytes. The last lines are the most useful ones.
  static let maximumSize = 64 << 10

  /// The name of the report's file, which sorts by time: `2026-11-22T09-05-00Z-cache-1-4711.txt`.
  var fileName: String { "\(CalendarTime(secondsSince1970: time).text.replacing(":", with: "-"))-\(process)-\(pid).txt" }

  /// The report for people, without log events of the levels debug and trace: they describe single requests.
  var text: String {
    let facts = [
      ("Time", CalendarTime(secondsSince1970: time).text), ("Process", "\(process) (process \(pid))"),
      ("Program", Version.line(of: program)), ("Ended", endingText), ("Log", log),
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

  private var endingText: String {
    let after = uptime.map { " after \($0.components.seconds) s" } ?? ""
    switch ending {
    case .signal(let signal): return "signal \(signal.rawValue)\(signal.name.map { " (\($0))" } ?? "")\(after)"
    case .unknown: return "without stopping first: it crashed, or it was killed"
    }
  }
}

/// The folder with the reports of the latest crashes: `crashes` in the state folder.
public struct CrashReports: Sendable {
  /// The maximum number of reports. The oldest ones are removed.
  public static let maximumCount = 20

  public let folder: String

  public init(stateFolder: String) { folder = "\(stateFolder)/crashes" }

  /// Writes a report, with mode 0600, and removes the oldest ones. Returns the path of its file.
  public func write(_ report: CrashReport) throws(SystemError) -> String {
    try Folder.create(folder)
    let path = "\(folder)/\(report.fileName)"
    try RegularFile.replace(path, with: Array(report.text.utf8))
    let names = Folder.names(in: folder).filter { $0.hasSuffix(".txt") }.sorted()
    for name in names.dropLast(Self.maximumCount) { FileSystem.remove("\(folder)/\(name)") }
    return path
  }
}

extension Host {
  /// Writes a report about an earlier process of this program that ended without stopping first, with the last lines of the log that it shared with
  /// this process. Does nothing without a log file. Call it before this process logs anything.
  public func reportCrash(of name: String, process: Int32) {
    guard let logFile else { return }
    let time = FileSystem.lastWrite(to: logFile) ?? SystemTime.seconds
    let bytes = (try? RegularFile.read(logFile, upTo: Self.maximumLogSize)) ?? []
    let lines = bytes.split(separator: UInt8(ascii: "\n")).suffix(Self.shownLines).map { String(decoding: $0, as: UTF8.self) }
    let report = CrashReport(
      time: time, process: name, program: self.name, pid: process, ending: Self.ending(of: lines), uptime: nil, log: logFile,
      lastLines: lines)
    do {
      let path = try CrashReports(stateFolder: stateFolder).write(report)
      logger.warning("an earlier process crashed or was killed", metadata: ["process": "\(process)", "report": "\(path)"])
    } catch {
      logger.warning("cannot write a crash report", metadata: ["reason": "\(error.reason)"])
    }
  }

  /// A log has at most 1 MiB, and one message more.
  private static let maximumLogSize = 2 << 20
  private static let shownLines = 200

  /// Returns the signal that a crashing process has named in its last line (``CrashMark``).
  static func ending(of lines: [String]) -> CrashReport.Ending {
    guard let last = lines.last, let range = last.firstRange(of: ": ended by signal "), let number = Int32(last[range.upperBound...]) else {
      return .unknown
    }
    return .signal(Signal(rawValue: number))
  }
}
