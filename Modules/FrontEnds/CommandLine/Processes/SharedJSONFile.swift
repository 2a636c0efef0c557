import OrderedJSON
import Platform

/// A small JSON file of the user that several commands may change at once. A command locks the file before it reads the contents that it
/// changes, and replaces the file as a whole.
struct SharedJSONFile: Sendable, Hashable {
  let path: String
  /// A larger file is not ours, and is not read.
  let maximumSize: Int

  init(_ path: String, maximumSize: Int) {
    self.path = path
    self.maximumSize = maximumSize
  }

  var exists: Bool { FileSystem.exists(path) }

  /// Returns the contents; `nil` if there is no file, or if its contents are not JSON or too large.
  func read() -> JSON? {
    guard let bytes = try? RegularFile.read(path, upTo: maximumSize, followsLink: false) else { return nil }
    return try? JSON(parsing: bytes)
  }

  /// Locks the file until the lock is released, also if it does not exist; creates its folder. Waits for up to `limit` while another command
  /// holds the lock; then returns `nil`.
  func lock(within limit: Duration) throws(SystemError) -> FileLock? {
    if let slash = path.lastIndex(of: "/") { try Folder.create(String(path[..<slash])) }
    return try FileLock.acquire("\(path).lock", within: limit)
  }

  func replace(with contents: JSON) throws(SystemError) { try RegularFile.replace(path, with: contents.bytes()) }

  /// Removes the file and returns whether it existed. The lock file stays, or another command could lock a removed one.
  func remove() -> Bool { FileSystem.remove(path) }
}
