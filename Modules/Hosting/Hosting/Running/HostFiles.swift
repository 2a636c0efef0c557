public import Platform
public import ServiceLifecycle
import Text

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

extension PidFile {
  /// Takes the lock and writes this process's ID. `program` names the program in errors, such as `a node`. Throws
  /// ``HostErrorCode/unavailable``, naming the other process, if the lock is held.
  public func acquire(for program: String) throws(HostError) -> PidFileLock {
    let outcome: Outcome
    do { outcome = try acquire() } catch { throw HostError(.unavailable, "cannot write \(path): \(error.reason)", cause: error) }
    switch outcome {
    case .acquired(let lock): return lock
    case .held(let holder):
      let remedy = ", which shares \(path); stop it there, or set XDG_RUNTIME_DIR to a folder of this host"
      throw HostError(.unavailable, "\(program) is already running\(holder?.place ?? "")\(holder?.host == nil ? "" : remedy)")
    }
  }
}

extension PidFile.Holder {
  /// ` (process 4711)`, or ` on tatooine (process 4711 there)`.
  public var place: String {
    (host.map { " on \($0.printable)" } ?? "") + (process.map { " (process \($0)\(host == nil ? "" : " there"))" } ?? "")
  }
}

/// As a service, the object holds the lock, creates the file again if it was removed, and empties it when the process stops. First in the list of
/// services, it stops last.
extension PidFileLock: Service {
  public func run() async throws {
    try await cancelWhenGracefulShutdown {
      while (try? await Task.sleep(for: .seconds(1))) != nil { try self.restore() }
    }
    empty()
  }

  /// Creates the file and its folder again if it was removed: without it, nothing finds this process. Throws ``HostErrorCode/unavailable`` if that
  /// fails, as after the logout of the user, or if another process has come meanwhile.
  public func restore() throws(HostError) {
    guard isLost, let slash = path.lastIndex(of: "/") else { return }
    try HostFolders.prepareRuntimeFolder(String(path[..<slash]))
    do { if try renew() { return } } catch { throw HostError(.unavailable, "cannot write \(path): \(error.reason)", cause: error) }
    throw HostError(.unavailable, "\(path) was removed, and another process has created it again")
  }
}
