import Client
import Contracts
import Explorer
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

  private struct Tally {
    var entries = 0
    var bytes = 0
    var omitted = 0
  }

  /// Returns ``ExitCode/failure`` if entries were left out.
  func run() async throws(Problem) -> ExitCode {
    // Ask first, so that no file is created if there is no cache.
    let first = try await context.repository.ask(ExportRequest())
    let file = try open()
    let tally: Tally
    do throws(Problem) {
      tally = try await copy(from: first, to: file)
      try file?.finish()
    } catch {
      file?.discard()
      throw error
    }
    report(tally.entries, tally.bytes, tally.omitted)
    return tally.omitted == 0 ? .success : .failure
  }

  /// Writes the header, the entries of an answer, and those of all that follow.
  private func copy(from first: ExportRequest.Answer, to file: ExportFile?) async throws(Problem) -> Tally {
    let progress = ProgressDisplay(context, .verbatim("exporting"))
    defer { progress.clear() }
    var (answer, tally, position) = (first, Tally(), Int64(0))
    try write(ExportHeader().line, to: file)
    while true {
      try write(answer.lines, to: file)
      tally.entries += answer.count
      tally.bytes += answer.lines.count
      tally.omitted += answer.omitted
      progress.show(done: tally.entries, of: max(tally.entries, answer.total))
      guard let next = answer.next else { return tally }
      if next <= position { throw .malformedReply("the export of the cache does not advance") }
      position = next
      answer = try await context.repository.ask(ExportRequest(after: position))
    }
  }

  private func report(_ count: Int, _ bytes: Int, _ omitted: Int) {
    if let path {
      let exported = "\(Figures.counted(count, "entry", "entries")), \(Figures.bytes(bytes))"
      context.show(
        ReportDocument(
          [
            .values([
              LabeledValue("Exported", StyledText(exported)),
              LabeledValue("File", StyledText(path)),
            ])
          ],
          json: ["exported": .number(count), "bytes": .number(bytes), "omitted": .number(omitted), "file": .string(path)]))
    } else {
      context.note("Exported \(Figures.counted(count, "entry", "entries")), \(Figures.bytes(bytes)).")
    }
    guard omitted > 0 else { return }
    let entries = Figures.counted(omitted, "entry that is", "entries that are")
    context.note("Left out \(entries) damaged or too large to import; holocron cache verify names damaged ones.")
  }

  private func open() throws(Problem) -> ExportFile? {
    guard let path else { return nil }
    return try ExportFile(path)
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
