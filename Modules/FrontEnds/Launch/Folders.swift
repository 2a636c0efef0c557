public import MessageBus
import Platform

/// Creates folders of front-ends.
public enum Folders {
  /// Creates `path` and missing parent folders, accessible to this user only. Throws a problem that names the folder, or the file in its
  /// place or in place of a parent.
  public static func make(_ path: String) throws(Problem) {
    do { try Folder.create(path) } catch {
      let folder = error.path ?? path
      throw Problem(
        500, "a folder cannot be created",
        detail: error.number == .notAFolder
          ? "\(FileSystem.closestExisting(folder)) is not a folder; move or remove it" : "cannot create \(folder): \(error.reason)")
    }
  }

  /// Creates the runtime folder and checks it: another user may have created a folder in /tmp first. Throws a problem that names the folder.
  static func makeRuntimeFolder(_ path: String) throws(Problem) {
    do { try RuntimeFolder.prepare(path) } catch {
      throw Problem(500, "the runtime folder cannot be used", detail: error.message(about: path))
    }
  }
}
