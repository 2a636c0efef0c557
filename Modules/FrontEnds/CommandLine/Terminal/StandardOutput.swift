import Glibc
import Presentation
import TerminalText

/// Writes to standard output and standard error. All text of the program goes through here, as ``SafeText``.
enum StandardOutput {
  /// Returns an output that sends pages of `rows` or more lines through `pager`, if there is one.
  static func output(pager: Pager?, rows: Int?) -> Output {
    Output { text, destination in
      switch destination {
      case .note: write(text, to: STDERR_FILENO)
      case .line: write(text, to: STDOUT_FILENO)
      case .page:
        if let pager, let rows, text.text.utf8.count(where: { $0 == 0x0A }) >= rows, pager.show(text) { return }
        write(text, to: STDOUT_FILENO)
      }
    }
  }

  /// Writes all of `text`. If the reader has closed the pipe, the process ends silently with the exit code of SIGPIPE.
  static func write(_ text: SafeText, to descriptor: Int32) {
    var text = text.text
    let isDone = text.withUTF8 { bytes in writeAll(UnsafeRawBufferPointer(bytes), to: descriptor) }
    guard !isDone, descriptor == STDOUT_FILENO else { return }
    if errno == EPIPE { _exit(128 + SIGPIPE) }
    // The output is incomplete, for example because of a full disk, and scripts must notice.
    write("holocron: cannot write to standard output: \(String(cString: strerror(errno)))\n", to: STDERR_FILENO)
    _exit(ExitCode.failure.number)
  }

  /// Writes all bytes. Returns `false` with `errno` set if a write fails.
  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
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
