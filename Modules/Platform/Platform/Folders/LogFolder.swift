/// The folder for logs and other state of background processes: ``XDGFolders/state``, or one in the runtime folder if this process cannot create
/// files there, for example because the home folder is read-only. Nothing is created.
public struct LogFolder: Sendable, Hashable {
  /// The absolute path. The folder may not exist.
  public let path: String
  /// Why ``XDGFolders/state`` cannot be used, with it or its closest parent that exists as the path; `nil` if it is used.
  public let failure: SystemError?

  public init(_ folders: XDGFolders) {
    do throws(SystemError) {
      try Self.check(folders.state)
      path = folders.state
      failure = nil
    } catch {
      path = "\(folders.runtime())/logs"
      failure = error
    }
  }

  /// Throws unless this process may create files in `folder`, or the folder itself.
  private static func check(_ folder: String) throws(SystemError) {
    let existing = FileSystem.closestExisting(folder)
    guard try FileStatus(of: existing).kind == .folder else { throw SystemError("mkdir", existing, number: .notAFolder) }
    try FileSystem.checkWritable(existing)
  }
}
