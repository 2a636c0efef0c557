import Glibc

/// Standard output for data, standard error for people. Unbuffered: what was written has left the process.
public enum StandardStream: Sendable {
  case output, error

  var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }

  /// Writes `line` and a line feed. A stream whose reader went away is no error.
  public func write(line: String) { Self.write(Array((line + "\n").utf8), to: descriptor) }

  /// One `write` as a rule, so that lines of several threads do not mix; more when the operating system took only a part.
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
