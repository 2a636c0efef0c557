import Glibc

/// Reads and writes whole files.
public enum RegularFile {
  /// Why a file cannot be read.
  public enum ReadError: Error, Sendable, Hashable {
    /// A folder, named pipe, socket or device.
    case notRegular
    /// The file has more bytes than this limit.
    case tooLarge(limit: Int)
    case system(SystemError)

    /// The end of a message `cannot read FILE: …`.
    public var reason: String {
      switch self {
      case .notRegular: "not a regular file"
      case .tooLarge(let limit): "larger than \(limit) bytes"
      case .system(let error): error.reason
      }
    }

    /// Whether the file or one of its folders does not exist.
    public var isMissing: Bool {
      if case .system(let error) = self { error.number.isMissing } else { false }
    }
  }

  /// Returns the contents of a file of at most `limit` bytes; `followsLink` is whether it may be a symbolic link.
  public static func read(_ path: String, upTo limit: Int, followsLink: Bool = true) throws(ReadError) -> [UInt8] {
    let contents: [UInt8]?
    do throws(SystemError) {
      let file = try Descriptor.open(path, for: .reading, followsLink: followsLink)
      contents = try FileStatus.kind(of: file) == .regular ? try file.readToEnd(upTo: limit) : nil
    } catch { throw .system(error) }
    guard let contents else { throw .notRegular }
    guard contents.count <= limit else { throw .tooLarge(limit: limit) }
    return contents
  }

  /// Returns the contents of a file, pipe or device of at most `limit` bytes, waiting for the writers of a pipe; `-` is standard input.
  public static func readStream(_ path: String, upTo limit: Int) throws(ReadError) -> [UInt8] {
    let contents: [UInt8]
    do throws(SystemError) {
      // On Linux, the path opens what standard input leads to, unless that is a socket.
      contents = try Descriptor.open(path == "-" ? "/dev/stdin" : path, for: .streaming).readToEnd(upTo: limit)
    } catch { throw .system(error) }
    guard contents.count <= limit else { throw .tooLarge(limit: limit) }
    return contents
  }

  /// Replaces a file of mode 0600 atomically, by way of `PATH.new`: only one process may replace a file at a time.
  public static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let temporary = "\(path).new"
    do throws(SystemError) {
      let file = try Descriptor.open(temporary, for: .replacing, followsLink: false)
      guard fchmod(file.number, 0o600) == 0 else { throw .last("fchmod", temporary) }
      try file.write(bytes)
      guard rename(temporary, path) == 0 else { throw .last("rename", path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }
}
