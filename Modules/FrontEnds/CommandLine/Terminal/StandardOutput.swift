import Glibc
import Presentation
import TerminalText

/// Writes to the streams of this process. Nothing else does, and it takes nothing but ``SafeText``.
enum StandardOutput {
  /// Long pages go through `pager` where there is one and the screen has fewer than `rows` lines.
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

  /// Writes all of `text`. When the reader is gone there is nobody to write for: the process ends quietly, as SIGPIPE would end it.
  static func write(_ text: SafeText, to descriptor: Int32) {
    var text = text.text
    let isDone = text.withUTF8 { bytes in writeAll(UnsafeRawBufferPointer(bytes), to: descriptor) }
    guard !isDone, descriptor == STDOUT_FILENO else { return }
    if errno == EPIPE { _exit(128 + SIGPIPE) }
    // A full disk, for instance: what was written is not whole, and scripts must learn of it.
    write("holocron: standard output cannot be written: \(String(cString: strerror(errno)))\n", to: STDERR_FILENO)
    _exit(ExitCode.failure.number)
  }

  /// `false` with `errno` when a write failed.
  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Someone made the stream non-blocking: wait until it takes more.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
