import Logging
import Platform

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
