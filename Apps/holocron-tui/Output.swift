import Glibc
import TerminalText

/// Writes text to standard output or standard error, completely and unbuffered.
enum Output {
  static func write(_ text: SafeText, to descriptor: Int32 = STDOUT_FILENO) {
    var rest = Array(text.text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR, errno != EAGAIN { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
