import Client
import Contracts
import Explorer
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation

/// Adds the entries of an exported file to the cache store, some at a time.
struct CacheImport: Sendable {
  /// Limits of a request, below those of ``ImportRequest``.
  private static let maxLines = 500
  private static let maxBytes = 512 << 10
  /// Maximum number of rejected lines that are listed in JSON, and of those that are named on standard error.
  private static let listLimit = 1_000
  private static let noteLimit = 10

  let context: Context
  /// `nil` for standard input.
  let path: String?
  /// `nil` for a command without a time limit.
  let limit: Deadline?

  private struct Tally {
    var imported = 0
    var skipped = 0
    var evicted = 0
    var rejected = 0
    var listed: [ImportRequest.Rejection] = []

    mutating func reject(_ line: Int, _ reason: String) {
      rejected += 1
      if listed.count < CacheImport.listLimit { listed.append(.init(line: line, reason: reason)) }
    }
  }

  /// The lines of the next request and their numbers.
  private struct Batch {
    var bytes: [UInt8] = []
    var numbers: [Int] = []
  }

  /// Prints a summary. Returns ``ExitCode/failure`` if lines were rejected. Throws if the first line is not the header.
  func run() async throws(Problem) -> ExitCode {
    let read = try reader()
    let progress = ProgressDisplay(context, .verbatim("importing"))
    defer { progress.clear() }
    var (splitter, batch, tally, hasHeader) = (LineSplitter(limit: ImportRequest.maxLineSize), Batch(), Tally(), false)
    var isAtEnd = false
    while !isAtEnd {
      let bytes = try read()
      isAtEnd = bytes.isEmpty
      let lines = isAtEnd ? [splitter.finish()].compactMap(\.self) : splitter.add(bytes)
      for line in lines {
        if !hasHeader {
          if ExportHeader.refusal(of: line.bytes ?? []) != nil { throw refused(line.bytes ?? []) }
          hasHeader = true
        } else if let bytes = line.bytes {
          guard !bytes.isEmpty else { continue }
          if !batch.bytes.isEmpty, batch.bytes.count + bytes.count > Self.maxBytes { try await send(&batch, &tally) }
          batch.bytes += bytes
          batch.bytes.append(0x0A)
          batch.numbers.append(line.number)
          if batch.numbers.count == Self.maxLines { try await send(&batch, &tally) }
          progress.show(.verbatim("\(Figures.counted(tally.imported, "entry", "entries")) imported"))
        } else {
          tally.reject(line.number, "it is longer than \(Figures.bytes(ImportRequest.maxLineSize))")
        }
      }
    }
    guard hasHeader else { throw refused("the file is empty") }
    try await send(&batch, &tally)
    progress.clear()
    for rejection in tally.listed.prefix(Self.noteLimit) { context.note("holocron: line \(rejection.line): \(rejection.reason)") }
    if tally.rejected > Self.noteLimit {
      let more = Figures.counted(tally.rejected - Self.noteLimit, "more line was", "more lines were")
      context.note("holocron: \(more) rejected")
    }
    context.show(report(tally))
    return tally.rejected == 0 ? .success : .failure
  }

  private func send(_ batch: inout Batch, _ tally: inout Tally) async throws(Problem) {
    guard !batch.numbers.isEmpty else { return }
    let answer = try await context.repository.ask(ImportRequest(batch.bytes))
    tally.imported += answer.imported
    tally.skipped += answer.skipped
    tally.evicted += answer.evicted
    for rejection in answer.rejected where batch.numbers.indices.contains(rejection.line - 1) {
      tally.reject(batch.numbers[rejection.line - 1], rejection.reason)
    }
    batch = Batch()
  }

  private func reader() throws(Problem) -> () throws(Problem) -> [UInt8] {
    let size = 65_536
    guard let path else {
      return { () throws(Problem) in
        try waitForInput(StandardStream.input.descriptor)
        do throws(SystemError) { return try StandardStream.input.read(upTo: size) } catch { throw failure("standard input", error) }
      }
    }
    let file: Descriptor
    // Opening a named pipe would wait for a writer, for longer than the time limit. Waiting for its bytes does not.
    do throws(SystemError) { file = try Descriptor.open(path, for: .reading) } catch { throw failure(path, error) }
    return { () throws(Problem) in
      try waitForInput(file.number)
      do throws(SystemError) { return try file.read(upTo: size) } catch { throw failure(path, error) }
    }
  }

  /// Returns when the file has bytes or has ended. A named pipe ends when all of its writers have gone away, not before the first one has come.
  /// Throws when the time is over, also for a file that never ends.
  private func waitForInput(_ descriptor: Int32) throws(Problem) {
    repeat {
      if let limit, limit.remaining <= .zero {
        throw Problem(
          504, "the deadline passed",
          detail: "\(path ?? "standard input") has not ended in time; entries read before may be in the cache", type: ProblemType.deadline)
      }
    } while Polling.wait(for: [descriptor], within: limit?.remaining)[0].isEmpty
  }

  private func failure(_ path: String, _ error: SystemError) -> Problem {
    Problem(500, "cannot read the export", detail: "\(path): \(error.reason)")
  }

  private func refused(_ reason: String) -> Problem {
    Problem(
      400, "cannot import \(path ?? "standard input")", detail: "line 1: \(reason); create a file with holocron cache export")
  }

  /// Returns the problem of a first line that is not the header of a file that this program can read.
  private func refused(_ line: [UInt8]) -> Problem {
    guard let json = try? JSON(parsing: line), json["format"]?.string == ExportHeader.format, let version = json["version"]?.int else {
      return refused("the first line is not the header of an exported cache")
    }
    return refused("the file has version \(version) of the format; this program reads version \(ExportHeader.current)")
  }

  private func report(_ tally: Tally) -> ReportDocument {
    func value(_ label: String, _ text: String, _ role: Role = .text) -> LabeledValue { LabeledValue(label, StyledText(text, role)) }
    func entries(_ count: Int) -> String { Figures.counted(count, "entry", "entries") }
    var values = [value("Imported", entries(tally.imported), .good)]
    if tally.skipped > 0 { values.append(value("Skipped", "\(entries(tally.skipped)): the cache has later ones")) }
    if tally.evicted > 0 { values.append(value("Evictions", "\(entries(tally.evicted)): the cache is full", .caution)) }
    if tally.rejected > 0 { values.append(value("Rejected", Figures.counted(tally.rejected, "line", "lines"), .bad)) }
    let rejected = tally.listed.map { ["line": .number($0.line), "reason": .string($0.reason)] as JSON }
    return ReportDocument(
      [.values(values)],
      json: [
        "imported": .number(tally.imported), "skipped": .number(tally.skipped), "evicted": .number(tally.evicted),
        "rejected": .number(tally.rejected), "lines": .array(rejected),
      ])
  }
}

/// Splits bytes that arrive in pieces into lines. Pure.
///
/// Holds one line at most: what exceeds ``limit`` is dropped, and the line is reported as too long.
struct LineSplitter {
  struct Line: Hashable {
    /// The number of the line, from 1.
    let number: Int
    /// Without the line feed; `nil` if the line is too long.
    let bytes: [UInt8]?
  }

  /// Maximum length of a line in bytes.
  let limit: Int
  private var pending: [UInt8] = []
  private var isTooLong = false
  private var count = 0

  init(limit: Int) { self.limit = limit }

  /// Returns the lines that end in `bytes`.
  mutating func add(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      append(rest[..<end])
      lines.append(takeLine())
      rest = rest[(end + 1)...]
    }
    append(rest)
    return lines
  }

  /// Returns the last line, if it does not end with a line feed.
  mutating func finish() -> Line? { pending.isEmpty && !isTooLong ? nil : takeLine() }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard !isTooLong, pending.count + bytes.count <= limit else {
      (isTooLong, pending) = (true, [])
      return
    }
    pending += bytes
  }

  private mutating func takeLine() -> Line {
    count += 1
    defer { (pending, isTooLong) = ([], false) }
    return Line(number: count, bytes: isTooLong ? nil : pending)
  }
}
