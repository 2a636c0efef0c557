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
    line = UnsafePointer(strdup("\(program): ended by signal "))
    if let log, let report { paths = (UnsafePointer(strdup(log)), UnsafePointer(strdup(report))) }
  }

  /// Writes the line and moves the log. Async-signal-safe (signal-safety(7)): code that formats text may allocate memory.
  public static func write(_ number: Int32) {
    guard let line else { return }
    Glibc.write(STDERR_FILENO, line, strlen(line))
    // Signals have numbers from 1 to 64.
    var digit = UInt8(48 + number / 10 % 10)
    if number >= 10 { Glibc.write(STDERR_FILENO, &digit, 1) }
    digit = UInt8(48 + number % 10)
    Glibc.write(STDERR_FILENO, &digit, 1)
    digit = 10
    Glibc.write(STDERR_FILENO, &digit, 1)
    if let paths { rename(paths.log, paths.report) }
  }

  // Written once before the handler is installed, and never freed.
  nonisolated(unsafe) private static var line: UnsafePointer<CChar>?
  // As above.
  nonisolated(unsafe) private static var paths: (log: UnsafePointer<CChar>, report: UnsafePointer<CChar>)?
}

/// The variable that makes Swift's runtime print a backtrace of a crash to standard error, which leads to the log of a background process.
///
/// The runtime starts the program `swift-backtrace` for that, a part of the toolchain, which a static runtime cannot find by itself. Without the
/// program there is no backtrace.
public enum BacktraceSettings {
  public static let variable = "SWIFT_BACKTRACE"

  /// Returns the value of ``variable`` for a background process whose executable is in `folder`. Registers, memory and the list of images are
  /// left out, since they could contain parts of requests, and names of inlined functions, which take ten times as long. `nil` if the environment
  /// has a value, which the process inherits, and unless `swift-backtrace-static` is in the same folder: a process is not restarted before its
  /// backtrace is written, which takes a second or more, so whoever installs the programs decides.
  public static func value(executablesIn folder: String, environment: Environment) -> String? {
    let program = "\(folder)/swift-backtrace-static"
    guard environment.raw(variable) == nil, FileSystem.isExecutable(program) else { return nil }
    return [
      "enable=yes", "interactive=no", "color=no", "threads=crashed", "registers=none", "images=none", "limit=64", "symbolicate=fast",
      "timeout=10s", "warnings=suppressed", "swift-backtrace=\(program)",
    ].joined(separator: ",")
  }
}
