import Platform
import Synchronization

/// A log file of bounded size: at ``limit`` bytes it is renamed to `PATH.1`, replacing the previous one, or emptied if it cannot be renamed.
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
      if file == nil { file = try? Descriptor.open(path, for: .appending) }
      // Other processes may write to the same file, so check the size each time.
      if isFull(file, for: bytes.count), !follow(&file) || isFull(file, for: bytes.count) { rotate(&file) }
      bytes.withUnsafeBytes { _ = file?.write($0) }
    }
  }

  /// Whether `count` more bytes would exceed the limit. An empty file is never full.
  private func isFull(_ file: Descriptor?, for count: Int) -> Bool {
    guard let size = file?.size else { return false }
    return size > 0 && size + count > limit
  }

  /// Changes to the file at ``path`` if another process has renamed ours. Returns whether it has.
  private func follow(_ file: inout Descriptor?) -> Bool {
    guard let old = file, let current = try? Descriptor.open(path, for: .appending), !current.isSameFile(as: old) else { return false }
    use(current, as: &file)
    return true
  }

  private func rotate(_ file: inout Descriptor?) {
    if (try? FileSystem.rename(path, to: path + ".1")) == nil { _ = try? Descriptor.open(path, for: .replacing) }
    if let next = try? Descriptor.open(path, for: .appending) { use(next, as: &file) }
  }

  private func use(_ next: Descriptor, as file: inout Descriptor?) {
    file = next
    for stream in redirectedStreams { stream.redirect(to: next) }
  }
}
