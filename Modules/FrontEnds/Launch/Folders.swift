public import MessageBus
import Platform

/// Creates folders of front-ends.
public enum Folders {
  /// Creates `path` and missing parent folders, accessible to this user only. Throws a problem that names the folder.
  public static func make(_ path: String) throws(Problem) {
    do { try Folder.create(path) } catch {
      let folder = error.path ?? path
      let isFile = FileSystem.exists(folder)
      throw Problem(
        500, "a folder is missing",
        detail: isFile ? "\(folder) is not a folder; move or remove it" : "cannot create \(folder): \(error.reason)")
    }
  }
}
