import Glibc

/// The line that a crashing process writes to standard error, which leads to the log of a background process: nobody waits for a process whose
/// parent has ended, so its log is the only place that can name the signal.
public enum CrashMark {
  /// Makes this process write `PROGRAM: ended by signal NUMBER` when it crashes. Call it once, before other threads start, and not if Swift's
  /// runtime handles crashes itself (``BacktraceSettings``).
  public static func install(program: String) {
    let text = Array("\(program): ended by signal ".utf8)
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
    copy.copyBytes(from: text)
    mark = UnsafeRawBufferPointer(copy)
    Signal.handleCrashes { number in
      write(STDERR_FILENO, CrashMark.mark.baseAddress, CrashMark.mark.count)
      var digits = (
        UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10), UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10),
        UInt8(ascii: "\n")
      )
      withUnsafeBytes(of: &digits) { bytes in
        // Signals of crashes have one or two digits.
        let start = number < 10 ? 1 : 0
        write(STDERR_FILENO, bytes.baseAddress.map { $0 + start }, bytes.count - start)
      }
      // The default action is restored; a signal that another process has sent would otherwise have no effect.
      raise(number)
    }
  }

  // Written once before the handler is installed, and never freed.
  nonisolated(unsafe) private static var mark = UnsafeRawBufferPointer(start: nil, count: 0)
}
