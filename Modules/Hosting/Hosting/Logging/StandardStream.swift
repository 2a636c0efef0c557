import Glibc

/// Standard output, for data, or standard error, for messages. Writes are unbuffered.
public enum StandardStream: Sendable {
  case output, error

  var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }

  /// Writes `line` and a line feed. Write errors are ignored.
  public func write(line: String) { Self.write(Array((line + "\n").utf8), to: descriptor) }

  /// Writes all bytes, usually in one `write`, so that lines from several threads do not mix; partial writes are continued.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
