import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// Writes all entries of the cache store to a file or to standard output, some at a time.
struct CacheExport: Sendable {
  let context: Context
  /// `nil` for standard output.
  let path: String?

  /// Returns ``ExitCode/failure`` if entries were left out.
  func run() async throws(Problem) -> ExitCode {
    // Ask first, so that no file is created if there is no cache.
    var answer = try await context.repository.ask(ExportRequest())
    let file: ExportFile? = if let path { try ExportFile(path) } else { nil }
    var (entries, bytes, omitted, position) = (0, 0, 0, Int64(0))
    do throws(Problem) {
      let progress = ProgressDisplay(context, .verbatim("exporting"))
      defer { progress.clear() }
      try write(ExportHeader().line, to: file)
      while true {
        try write(answer.lines, to: file)
        (entries, bytes, omitted) = (entries + answer.count, bytes + answer.lines.count, omitted + answer.omitted)
        progress.show(done: entries, of: max(entries, answer.total))
        guard let next = answer.next else { break }
        if next <= position { throw .malformedReply("the export of the cache does not advance") }
        position = next
        answer = try await context.repository.ask(ExportRequest(after: position))
      }
      try file?.finish()
    } catch {
      file?.discard()
      throw error
    }
    let exported = "\(Figures.counted(entries, "entry", "entries")), \(Figures.bytes(bytes))"
    if let path {
      context.show(
        [LabeledValue("Exported", exported), LabeledValue("File", path)],
        json: ["exported": .number(entries), "bytes": .number(bytes), "omitted": .number(omitted), "file": .string(path)])
    } else {
      context.note("Exported \(exported).")
    }
    guard omitted > 0 else { return .success }
    let left = Figures.counted(omitted, "entry that is", "entries that are")
    context.note("Left out \(left) damaged or too large to import; holocron cache verify names damaged ones.")
    return .failure
  }

  private func write(_ lines: [UInt8], to file: ExportFile?) throws(Problem) {
    if let file { return try file.write(lines) }
    for line in lines.split(separator: 0x0A) {
      guard let json = try? JSON(parsing: line) else { throw .malformedReply("expected entries of the cache") }
      context.output.write(SafeText(json, on: context.terminal.output), .line)
    }
  }
}

/// The file of an export, replaced at the end: until everything is written, and after a failure, an older file stays as it is.
///
/// Writes `PATH.new` first, so only one process may export to a file at a time. What is not a regular file, such as a device or a symbolic
/// link, is written directly.
private struct ExportFile: Sendable {
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
  func discard() { if let temporary { FileSystem.remove(temporary) } }

  private static func failure(_ path: String, _ error: SystemError) -> Problem {
    Problem(500, "cannot write the export", detail: "\(path): \(error.reason)")
  }
}
