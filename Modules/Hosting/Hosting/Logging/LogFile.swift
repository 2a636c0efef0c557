import Platform
import Synchronization

/// A log file of bounded size: at ``limit`` bytes it is renamed to `PATH.1`, replacing the previous one, or emptied if it cannot be renamed. A file
/// that was removed is created again, with its folder.
public final class LogFile: Sendable {
  public let path: String
  /// The maximum size of each of the two files in bytes.
  public let limit: Int
  /// Standard streams redirected to the file.
  private let redirectedStreams: [StandardStream]
  private let file: Mutex<Descriptor?>

  /// Opens the file for appending. While it cannot be opened, log lines are dropped.
  public init(_ path: String, limit: Int) {
    self.path = path
    self.limit = limit
    redirectedStreams = []
    file = Mutex(try? Descriptor.open(path, for: .appending))
  }

  /// Opens the log of this process, two files of at most 1 MiB, and redirects standard error to it, so that the log includes crash messages.
  /// Standard output follows if it already pointed to the same file.
  /// Throws ``HostErrorCode/unavailable`` if the file cannot be opened.
  init(replacingStandardErrorWith path: String) throws(HostError) {
    self.path = path
    limit = 1 << 20
    let opened: Descriptor
    do { opened = try Descriptor.open(path, for: .appending) } catch {
      throw HostError(.unavailable, "cannot write the log \(path): \(error.reason)", cause: error)
    }
    redirectedStreams = (StandardStream.output.isSameFile(as: opened) ? [.output] : []) + [.error]
    file = Mutex(opened)
    for stream in redirectedStreams { stream.redirect(to: opened) }
  }

  /// Appends complete lines, including their line feeds. Write errors are ignored.
  public func append(_ bytes: [UInt8]) {
    file.withLock { file in
      // Other processes may write to the same file and rename it, so check both each time.
      if file?.isFile(at: path, followsLink: true) != true { reopen(&file) }
      if isFull(file, for: bytes.count) { rotate(&file) }
      bytes.withUnsafeBytes { _ = file?.write($0) }
    }
  }

  /// Whether `count` more bytes would exceed the limit. An empty file is never full.
  private func isFull(_ file: Descriptor?, for count: Int) -> Bool {
    guard let size = file?.size else { return false }
    return size > 0 && size + count > limit
  }

  private func rotate(_ file: inout Descriptor?) {
    if (try? FileSystem.rename(path, to: path + ".1")) == nil { _ = try? Descriptor.open(path, for: .replacing) }
    reopen(&file)
  }

  private func reopen(_ file: inout Descriptor?) {
    if file != nil, let slash = path.lastIndex(of: "/") { try? Folder.create(String(path[..<slash])) }
    guard let new = try? Descriptor.open(path, for: .appending) else { return }
    file = new
    for stream in redirectedStreams { stream.redirect(to: new) }
  }
}
