import Platform

/// Creates the folders of a process.
public enum HostFolders {
  /// Creates the runtime folder and missing parents with mode 0700. Throws ``HostErrorCode/unavailable`` if `path` cannot be created, is not a
  /// folder (links are not followed), belongs to another user, or is accessible to other users, who could impersonate the bus.
  public static func prepareRuntimeFolder(_ path: String) throws(HostError) {
    do { try RuntimeFolder.prepare(path) } catch { throw HostError(.unavailable, message(error, path), cause: error) }
  }

  /// Creates `path` and missing parents with mode 0700. Leaves an existing folder unchanged.
  public static func create(_ path: String) throws(HostError) {
    do { try Folder.create(path) } catch {
      throw HostError(.unavailable, "cannot create the folder \(error.path ?? path): \(error.reason)", cause: error)
    }
  }

  private static func message(_ weakness: RuntimeFolder.Weakness, _ path: String) -> String {
    switch weakness {
    case .notAFolder: "\(path) is not a folder; move it away, or set XDG_RUNTIME_DIR to a folder of your own"
    case .foreign(let owner): "the folder \(path) belongs to user \(owner), not to you; set XDG_RUNTIME_DIR to a folder of your own"
    case .accessible: "the folder \(path) is accessible to other users; run chmod 700 \(path)"
    case .missing: "the folder \(path) was removed"
    case .system(let error): "cannot create the folder \(error.path ?? path): \(error.reason)"
    }
  }
}
