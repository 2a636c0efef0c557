import Glibc
import Presentation
public import TerminalText

/// Writes to standard output and standard error. All text of a front-end goes through here, as ``SafeText``.
public enum StandardOutput {
  /// Writes all of `text` to standard output.
  public static func write(_ text: SafeText) { write(text, to: STDOUT_FILENO) }

  /// Writes all of `text`, unbuffered. If standard output cannot be written, ends the process: silently with the exit code of SIGPIPE if the
  /// reader has closed the pipe, otherwise with a message and exit code 1. Errors on other descriptors are ignored.
  public static func write(_ text: SafeText, to descriptor: Int32) {
    var text = text.text
    let isDone = text.withUTF8 { bytes in writeAll(UnsafeRawBufferPointer(bytes), to: descriptor) }
    guard !isDone, descriptor == STDOUT_FILENO else { return }
    if errno == EPIPE { _exit(128 + SIGPIPE) }
    // The output is incomplete, for example because of a full disk, and scripts must notice.
    let program = CommandLine.arguments.first?.split(separator: "/").last ?? "holocron"
    write("\(program.description): cannot write to standard output: \(String(cString: strerror(errno)))\n", to: STDERR_FILENO)
    _exit(ExitCode.failure.number)
  }

  /// Writes all bytes. Returns `false` with `errno` set if a write fails.
  public static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // The stream is non-blocking: wait until it accepts more bytes.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
