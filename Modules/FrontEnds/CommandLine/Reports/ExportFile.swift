import MessageBus
import Platform

/// The file of an export, replaced at the end: until everything is written, and after a failure, an older file stays as it is.
///
/// Writes `PATH.new` first, so only one process may export to a file at a time. What is not a regular file, such as a device or a symbolic
/// link, is written directly.
struct ExportFile: Sendable {
  private let path: String
  /// `nil` if the file is written directly.
  private let temporary: String?
  /// The permission bits of the older file.
  private let mode: UInt32?
  private let file: Descriptor

  init(_ path: String) throws(Problem) {
    let status = try? FileStatus(of: path)
    let isDirect = status.map { $0.kind != .regular || $0.linkOwner != nil } ?? false
    let temporary = isDirect ? nil : "\(path).new"
    do throws(SystemError) {
      file = try Descriptor.open(temporary ?? path, for: .replacing, followsLink: isDirect)
    } catch { throw Self.failure(path, error) }
    (self.path, self.temporary, mode) = (path, temporary, status?.mode)
  }

  func write(_ bytes: [UInt8]) throws(Problem) {
    do throws(SystemError) { try file.write(bytes) } catch { throw Self.failure(path, error) }
  }

  /// Puts the new file in place of the older one.
  func finish() throws(Problem) {
    guard let temporary else { return }
    do throws(SystemError) {
      if let mode { try FileSystem.setMode(mode, of: temporary) }
      try FileSystem.rename(temporary, to: path)
    } catch { throw Self.failure(path, error) }
  }

  /// Removes what was written, after a failure.
  func discard() {
    if let temporary { FileSystem.remove(temporary) }
  }

  private static func failure(_ path: String, _ error: SystemError) -> Problem {
    Problem(500, "cannot write the export", detail: "\(path): \(error.reason)")
  }
}
