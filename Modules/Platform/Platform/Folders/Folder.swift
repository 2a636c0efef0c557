import Glibc

/// Creates and lists folders.
public enum Folder {
  /// Creates `path` and its missing parents with mode 0700. Leaves an existing folder unchanged. Throws ``ErrorNumber/notAFolder`` if there
  /// is another file at `path`.
  public static func create(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try create(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 { return }
    }
    let failure = SystemError.last("mkdir", path)
    // A folder that exists is reported as EEXIST, or as EROFS or EACCES if it could not be created either.
    switch try? FileStatus(of: path) {
    case nil: throw failure
    case let status? where status.kind == .folder: return
    case _?: throw SystemError("mkdir", path, number: .notAFolder)
    }
  }

  /// Returns the names of the files in a folder, without `.` and `..`, in no particular order; empty if the folder cannot be read.
  public static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Removes a folder and its contents. Links are removed, not followed. Errors are ignored.
  static func removeAll(_ path: String) {
    for name in names(in: path) {
      let inner = "\(path)/\(name)"
      if let status = try? FileStatus(of: inner), status.kind == .folder, status.linkOwner == nil {
        removeAll(inner)
      } else {
        unlink(inner)
      }
    }
    rmdir(path)
  }

  /// The absolute path of the working directory; `nil` if it has been removed.
  public static var current: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// Makes the root folder the working directory: a file system cannot be unmounted while it holds a working directory of a process.
  public static func leaveCurrent() { chdir("/") }
}
