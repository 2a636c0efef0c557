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
