import Glibc
import Synchronization

/// A file that ensures a single instance of a program: it holds the ID of the running process, which holds a lock on it. A file that a
/// killed process left behind is not locked and has no effect.
///
/// A second line names the host of the process, and where its ID is valid (``ProcessScope``): on a shared file system, the lock of a process on
/// another host excludes those on this one.
public struct PidFile: Sendable, Hashable {
  public let path: String

  public init(_ path: String) { self.path = path }

  /// The process that a file names.
  public struct Holder: Sendable, Hashable {
    /// `nil` if there is no ID above 1: it would name more than one process or that of the system.
    public let process: Int32?
    /// The host of the process; `nil` if its ID is valid here, as far as known.
    public let host: String?

    fileprivate init(in file: Descriptor) {
      let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
        count = max(0, pread(file.number, buffer.baseAddress, buffer.count, 0))
      }
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
      let place = lines.dropFirst().first?.split(separator: " ") ?? []
      let scope = ProcessScope.own
      let isElsewhere = place.count == 2 && scope.isKnown && place[0] != "0" && place[0] != scope.description
      process = Int32(lines[0]).flatMap { $0 > 1 ? $0 : nil }
      host = isElsewhere ? String(place[1]) : nil
    }

    fileprivate var processHere: Int32? { host == nil ? process : nil }
  }

  /// The ID of the process that holds the lock; `nil` if the file is not locked, whatever it contains, if the process runs on another host,
  /// where IDs mean other processes, and if other users have access to the folder: a file of theirs could name any process.
  public var holder: Int32? {
    guard let slash = path.lastIndex(of: "/"), (try? RuntimeFolder.check(String(path[..<slash]))) != nil,
      let file = try? Descriptor.open(path, for: .reading, followsLink: false), Holder(in: file).processHere != nil, FileLock.isHeld(file)
    else { return nil }
    // Read again: the lock may have changed hands.
    return Holder(in: file).processHere
  }

  /// The result of ``acquire()``.
  public enum Outcome: Sendable {
    case acquired(PidFileLock)
    /// Another process holds the lock; `nil` if its file has been removed.
    case held(Holder?)
  }

  /// Takes the lock of the file, which is created with mode 0600, and writes this process's ID.
  public func acquire() throws(SystemError) -> Outcome {
    guard let lock = try FileLock.acquire(path) else { return .held((try? Descriptor.open(path, for: .reading)).map(Holder.init)) }
    // That of an earlier boot counts as one on another host.
    let crashed = Holder(in: lock.descriptor).processHere
    try write(to: lock)
    return .acquired(PidFileLock(path: path, crashed: crashed, lock))
  }

  fileprivate func write(to lock: FileLock) throws(SystemError) {
    try lock.descriptor.truncate(to: 0)
    try lock.descriptor.write(Array("\(OwnProcess.id)\n\(ProcessScope.own) \(OwnProcess.hostName)\n".utf8))
  }

  /// Asks the holder to stop and waits until its process has ended: one that has released the lock may still hold sockets and files. Removes
  /// the file then, unless another process holds it. Returns `nil` if there is no holder, `false` if it is still running after `limit`.
  public func stop(within limit: Duration) async -> Bool? {
    guard let id = holder, let process = ProcessInstance(id) else { return nil }
    // If the holder ended before it was looked up, the kernel may have given its ID to another process.
    guard holder == id else { return nil }
    let end = ContinuousClock.now + limit
    Signal.terminate.send(to: id)
    // A stopped process handles no other signal until it continues.
    Signal.continue.send(to: id)
    // The process is not a child, so waitpid(2) does not work. Poll instead.
    while !process.hasEnded {
      guard ContinuousClock.now < end else { return false }
      try? await Task.sleep(for: .milliseconds(20))
    }
    // A process that ends without deinitializing its lock leaves the file behind.
    if let file = try? Descriptor.open(path, for: .reading, followsLink: false) {
      // Another process may have replaced the file since it was opened.
      _ = FileLock.isHeld(file) { if file.isFile(at: path) { unlink(path) } }
    }
    return true
  }
}

/// The lock of a ``PidFile``, released when this object is deinitialized.
public final class PidFileLock: Sendable {
  public let path: String
  /// The ID of the process that held the lock before, if it ended without stopping first: it crashed, or it was killed.
  public let crashed: Int32?
  private let lock: Mutex<FileLock>

  init(path: String, crashed: Int32?, _ lock: FileLock) {
    self.path = path
    self.crashed = crashed
    self.lock = Mutex(lock)
  }

  /// Empties the file, as a process should that stops. The lock is kept.
  public func empty() { lock.withLock { try? $0.descriptor.truncate(to: 0) } }

  /// Whether the file was removed or replaced.
  public var isLost: Bool { lock.withLock { !$0.descriptor.isFile(at: path) } }

  /// Creates the file again. Returns `false` if another process holds the lock on a new one.
  public func renew() throws(SystemError) -> Bool {
    guard let new = try FileLock.acquire(path) else { return false }
    try PidFile(path).write(to: new)
    lock.withLock { $0 = new }
    return true
  }

  /// Removes the file, then releases the lock. If the file was removed before, the path may lead to that of another process.
  deinit { if !isLost { unlink(path) } }
}
