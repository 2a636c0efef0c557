import Platform

/// Creates the folders of a process.
public enum HostFolders {
  /// Creates the runtime folder and missing parents with mode 0700. Throws ``HostErrorCode/unavailable`` if `path` cannot be created, is not a
  /// folder (links are not followed), belongs to another user, or is accessible to other users, who could impersonate the bus.
  public static func prepareRuntimeFolder(_ path: String) throws(HostError) {
    do { try RuntimeFolder.prepare(path) } catch { throw HostError(.unavailable, error.message(about: path), cause: error) }
  }

  /// Creates `path` and missing parents with mode 0700. Leaves an existing folder unchanged.
  public static func create(_ path: String) throws(HostError) {
    do { try Folder.create(path) } catch {
      throw HostError(.unavailable, "cannot create the folder \(error.path ?? path): \(error.reason)", cause: error)
    }
  }
}
