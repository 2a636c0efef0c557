import Glibc

/// The line that a crashing process writes to standard error, which leads to the log of a background process: nobody waits for a process whose
/// parent has ended, so its log is the only place that can name the signal.
public enum CrashMark {
  /// Makes this process write `PROGRAM: ended by signal NUMBER` when it crashes. Call it once, before other threads start, and not if Swift's
  /// runtime handles crashes itself (``BacktraceSettings``).
  public static func install(program: String) {
    prepare(program: program)
    Signal.handleCrashes { number in
      CrashMark.write(number)
      // The default action is restored; a signal that another process has sent would otherwise have no effect.
      raise(number)
    }
  }

  /// Prepares ``write(_:)``. The log of a program for which nobody writes a report becomes its own: it is moved to `report`.
  public static func prepare(program: String, log: String? = nil, report: String? = nil) {
    let text = Array("\(program): ended by signal ".utf8)
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
    copy.copyBytes(from: text)
    mark = UnsafeRawBufferPointer(copy)
    if let log, let report { paths = (UnsafePointer(strdup(log)), UnsafePointer(strdup(report))) }
  }

  /// Writes the line and moves the log. Async-signal-safe (signal-safety(7)).
  public static func write(_ number: Int32) {
    guard mark.count > 0 else { return }
    Glibc.write(STDERR_FILENO, mark.baseAddress, mark.count)
    var digits = (
      UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10), UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10),
      UInt8(ascii: "\n")
    )
    withUnsafeBytes(of: &digits) { bytes in
      // Signals of crashes have one or two digits.
      let start = number < 10 ? 1 : 0
      Glibc.write(STDERR_FILENO, bytes.baseAddress.map { $0 + start }, bytes.count - start)
    }
    if let paths { rename(paths.log, paths.report) }
  }

  // Written once before the handler is installed, and never freed.
  nonisolated(unsafe) private static var mark = UnsafeRawBufferPointer(start: nil, count: 0)
  // As above.
  nonisolated(unsafe) private static var paths: (log: UnsafePointer<CChar>, report: UnsafePointer<CChar>)?
}
