import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron cache verify`, `export` and `import`: goes through all entries of the cache store, some at a time, so that the cache goes on
/// answering.
struct CacheCopy: Sendable {
  let context: Context
  /// `nil` for standard input and output.
  let path: String?

  /// Maximum numbers of damaged entries and rejected lines that are listed in JSON, and of those that are shown in text.
  private static let listLimit = 1_000
  private static let shownEntries = 20
  private static let shownLines = 10

  private func entries(_ count: Int) -> String { NumberFormat.english.counted(count, "entry", "entries") }

  /// Checks every entry and prints a summary. Returns ``ExitCode/failure`` if the store is damaged and was not repaired.
  func verify(repairs: Bool) async throws(Problem) -> ExitCode {
    let progress = ProgressDisplay(context, .verbatim("checking"))
    defer { progress.clear() }
    var sum = VerifyRequest.Answer(checked: 0, total: 0, next: "")
    var (found, positions): (Int, Set<String>) = (0, [])
    while let position = sum.next {
      let answer = try await context.repository.ask(VerifyRequest(after: position, repairs: repairs))
      if !positions.insert(position).inserted { throw .malformedReply("the check of the cache does not advance") }
      found += answer.damaged.count
      sum.damaged += answer.damaged.prefix(Self.listLimit - sum.damaged.count)
      sum.checked += answer.checked
      sum.removed += answer.removed
      sum.incomplete += answer.incomplete
      sum.next = answer.next
      progress.show(done: sum.checked, of: max(sum.checked, answer.total))
    }
    progress.clear()
    var values = [
      LabeledValue("Checked", entries(sum.checked)),
      LabeledValue("Damaged", found == 0 ? "none" : entries(found), found == 0 ? .good : .bad),
    ]
    values += sum.damaged.prefix(Self.shownEntries).map { LabeledValue("", $0, .bad) }
    if found > Self.shownEntries {
      values.append(LabeledValue("", "and \(NumberFormat.english.integer(found - Self.shownEntries)) more", .muted))
    }
    if sum.removed > 0 { values.append(LabeledValue("Removed", entries(sum.removed))) }
    if sum.incomplete > 0 {
      let pages = NumberFormat.english.counted(sum.incomplete, "page", "pages")
      values.append(LabeledValue("Incomplete", "\(pages) of lists lack a record and will be fetched again", .caution))
    }
    context.show(
      values,
      json: [
        "checked": .number(sum.checked), "damaged": .number(found), "entries": .array(sum.damaged.map { .string($0) }),
        "removed": .number(sum.removed), "incomplete": .number(sum.incomplete),
      ])
    guard found > sum.removed else { return .success }
    context.note("To remove what is damaged, run holocron cache verify --repair.")
    return .failure
  }

  /// Writes all entries. Returns ``ExitCode/failure`` if entries were left out.
  func export() async throws(Problem) -> ExitCode {
    // Ask first, so that no file is created if there is no cache.
    var answer = try await context.repository.ask(ExportRequest())
    let file: ExportFile? = if let path { try ExportFile(path) } else { nil }
    var (count, bytes, omitted, positions): (Int, Int, Int, Set<String>) = (0, 0, 0, [])
    do throws(Problem) {
      let progress = ProgressDisplay(context, .verbatim("exporting"))
      defer { progress.clear() }
      try write(ExportHeader().line, to: file)
      while true {
        try write(answer.lines, to: file)
        (count, bytes, omitted) = (count + answer.count, bytes + answer.lines.count, omitted + answer.omitted)
        progress.show(done: count, of: max(count, answer.total))
        guard let next = answer.next else { break }
        guard positions.insert(next).inserted else { throw .malformedReply("the export of the cache does not advance") }
        answer = try await context.repository.ask(ExportRequest(after: next))
      }
      try file?.finish()
    } catch {
      file?.discard()
      throw error
    }
    let exported = "\(entries(count)), \(NumberFormat.english.bytes(bytes))"
    if let path {
      context.show(
        [LabeledValue("Exported", exported), LabeledValue("File", path)],
        json: ["exported": .number(count), "bytes": .number(bytes), "omitted": .number(omitted), "file": .string(path)])
    } else {
      context.note("Exported \(exported).")
    }
    guard omitted > 0 else { return .success }
    let left = NumberFormat.english.counted(omitted, "entry that is", "entries that are")
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

  // MARK: Import

  /// Limits of a request, below those of ``ImportRequest``.
  private static let maxLines = 500
  private static let maxBytes = 512 << 10

  /// What was done, and the lines of the next request with their numbers.
  private struct Import {
    var (imported, skipped, evicted, rejected) = (0, 0, 0, 0)
    var listed: [ImportRequest.Rejection] = []
    var bytes: [UInt8] = []
    var numbers: [Int] = []

    mutating func reject(_ line: Int, _ reason: String) {
      rejected += 1
      if listed.count < CacheCopy.listLimit { listed.append(.init(line: line, reason: reason)) }
    }
  }

  /// Adds the entries and prints a summary. Returns ``ExitCode/failure`` if lines were rejected. Throws if the first line is not the header.
  /// - Parameter deadline: `nil` for a command without a time limit.
  func add(within deadline: Deadline?) async throws(Problem) -> ExitCode {
    let name = path ?? "standard input"
    func failure(_ error: SystemError) -> Problem { Problem(500, "cannot read the export", detail: "\(name): \(error.reason)") }
    let file: Descriptor?
    // Opening a named pipe would wait for a writer, for longer than the time limit. Waiting for its bytes does not.
    do throws(SystemError) { file = if let path { try Descriptor.open(path, for: .reading) } else { nil } } catch { throw failure(error) }
    let input = file?.number ?? StandardStream.input.descriptor
    /// Returns some bytes, and none at the end of the file. A named pipe ends when all of its writers have gone away, not before the first one
    /// has come. Throws when the time is over, also for a file that never ends.
    func read() throws(Problem) -> [UInt8] {
      repeat {
        if let deadline, deadline.remaining <= .zero {
          throw .late("\(name) has not ended in time; entries read before may be in the cache")
        }
      } while Polling.wait(for: [input], within: deadline?.remaining)[0].isEmpty
      do throws(SystemError) {
        return if let file { try file.read(upTo: 65_536) } else { try StandardStream.input.read(upTo: 65_536) }
      } catch { throw failure(error) }
    }
    let progress = ProgressDisplay(context, .verbatim("importing"))
    defer { progress.clear() }
    var (reader, state) = (LineReader(limit: ImportRequest.maxLineSize), Import())
    let header = try reader.next(read)
    if let reason = header == nil ? "the file is empty" : ExportHeader.refusal(of: header?.bytes ?? []) {
      throw Problem(400, "cannot import \(name)", detail: "line 1: \(reason); create a file with holocron cache export")
    }
    while let line = try reader.next(read) {
      guard let bytes = line.bytes else {
        state.reject(line.number, "it is longer than \(NumberFormat.english.bytes(ImportRequest.maxLineSize))")
        continue
      }
      guard !bytes.isEmpty else { continue }
      if state.bytes.count + bytes.count > Self.maxBytes { try await send(&state) }
      state.bytes += bytes + [0x0A]
      state.numbers.append(line.number)
      if state.numbers.count == Self.maxLines { try await send(&state) }
      progress.show(.verbatim("\(entries(state.imported)) imported"))
    }
    try await send(&state)
    progress.clear()
    report(state)
    return state.rejected == 0 ? .success : .failure
  }

  private func send(_ state: inout Import) async throws(Problem) {
    guard !state.numbers.isEmpty else { return }
    let answer = try await context.repository.ask(ImportRequest(state.bytes))
    state.imported += answer.imported
    state.skipped += answer.skipped
    state.evicted += answer.evicted
    for rejection in answer.rejected where state.numbers.indices.contains(rejection.line - 1) {
      state.reject(state.numbers[rejection.line - 1], rejection.reason)
    }
    (state.bytes, state.numbers) = ([], [])
  }

  private func report(_ state: Import) {
    for rejection in state.listed.prefix(Self.shownLines) { context.note("holocron: line \(rejection.line): \(rejection.reason)") }
    if state.rejected > Self.shownLines {
      context.note(
        "holocron: \(NumberFormat.english.counted(state.rejected - Self.shownLines, "more line was", "more lines were")) rejected")
    }
    var values = [LabeledValue("Imported", entries(state.imported), .good)]
    if state.skipped > 0 { values.append(LabeledValue("Skipped", "\(entries(state.skipped)): the cache has later ones")) }
    if state.evicted > 0 { values.append(LabeledValue("Evictions", "\(entries(state.evicted)): the cache is full", .caution)) }
    if state.rejected > 0 { values.append(LabeledValue("Rejected", NumberFormat.english.counted(state.rejected, "line", "lines"), .bad)) }
    context.show(
      values,
      json: [
        "imported": .number(state.imported), "skipped": .number(state.skipped), "evicted": .number(state.evicted),
        "rejected": .number(state.rejected),
        "lines": .array(state.listed.map { ["line": .number($0.line), "reason": .string($0.reason)] }),
      ])
  }
}

/// The file of an export. Writes `PATH.new` first, so that an older file stays as it is until everything is written. What is not a regular
/// file, such as a device or a symbolic link, is written directly.
private struct ExportFile: Sendable {
  let path: String
  /// `path` if the file is written directly.
  private let temporary: String
  private let file: Descriptor

  init(_ path: String) throws(Problem) {
    let status = try? FileStatus(of: path)
    let isDirect = status.map { $0.kind != .regular || $0.linkOwner != nil } ?? false
    (self.path, temporary) = (path, isDirect ? path : "\(path).new")
    do throws(SystemError) {
      file = try Descriptor.open(temporary, for: .replacing, followsLink: isDirect)
      if !isDirect, let status { try FileSystem.setMode(status.mode, of: temporary) }
    } catch { throw Self.failure(path, error) }
  }

  func write(_ bytes: [UInt8]) throws(Problem) {
    do throws(SystemError) { try file.write(bytes) } catch { throw Self.failure(path, error) }
  }

  /// Puts the new file in place of the older one.
  func finish() throws(Problem) {
    guard temporary != path else { return }
    do throws(SystemError) { try FileSystem.rename(temporary, to: path) } catch { throw Self.failure(path, error) }
  }

  /// Removes what was written, after a failure.
  func discard() { if temporary != path { FileSystem.remove(temporary) } }

  private static func failure(_ path: String, _ error: SystemError) -> Problem {
    Problem(500, "cannot write the export", detail: "\(path): \(error.reason)")
  }
}

/// Splits input into lines, and reads more only when a line is needed. Holds one line and one piece of the input at most.
struct LineReader {
  /// A line without its line feed; `nil` if it is too long. Numbers count from 1.
  typealias Line = (number: Int, bytes: [UInt8]?)

  /// Maximum length of a line in bytes.
  let limit: Int
  private var unread: ArraySlice<UInt8> = []
  private var count = 0
  private var isAtEnd = false

  init(limit: Int) { self.limit = limit }

  /// Returns the next line; `nil` at the end of the input. `read` returns some bytes, and none at the end.
  mutating func next(_ read: () throws(Problem) -> [UInt8]) throws(Problem) -> Line? {
    var line: [UInt8]? = []
    while true {
      if unread.isEmpty, !isAtEnd {
        unread = try read()[...]
        isAtEnd = unread.isEmpty
      }
      if isAtEnd, line?.isEmpty == true { return nil }
      let end = unread.firstIndex(of: 0x0A)
      let part = unread[..<(end ?? unread.endIndex)]
      if let size = line?.count, size + part.count <= limit { line? += part } else { line = nil }
      unread = unread[(part.endIndex + (end == nil ? 0 : 1))...]
      guard end == nil, !isAtEnd else {
        count += 1
        return (count, line)
      }
    }
  }
}
