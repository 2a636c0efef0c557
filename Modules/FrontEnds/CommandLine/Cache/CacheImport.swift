import Client
import Console
import Contracts
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

  private var name: String { path ?? "standard input" }

  /// What was done, and the lines of the next request with their numbers.
  private struct State {
    var (imported, skipped, evicted, rejected) = (0, 0, 0, 0)
    var listed: [ImportRequest.Rejection] = []
    var bytes: [UInt8] = []
    var numbers: [Int] = []

    mutating func reject(_ line: Int, _ reason: String) {
      rejected += 1
      if listed.count < CacheImport.listLimit { listed.append(.init(line: line, reason: reason)) }
    }
  }

  /// Prints a summary. Returns ``ExitCode/failure`` if lines were rejected. Throws if the first line is not the header.
  func run() async throws(Problem) -> ExitCode {
    let file: Descriptor?
    // Opening a named pipe would wait for a writer, for longer than the time limit. Waiting for its bytes does not.
    do throws(SystemError) { file = if let path { try Descriptor.open(path, for: .reading) } else { nil } } catch { throw failure(error) }
    let progress = ProgressDisplay(context, .verbatim("importing"))
    defer { progress.clear() }
    var (splitter, state, hasHeader) = (LineSplitter(limit: ImportRequest.maxLineSize), State(), false)
    var isAtEnd = false
    while !isAtEnd {
      let bytes = try read(file)
      isAtEnd = bytes.isEmpty
      for line in isAtEnd ? [splitter.finish()].compactMap(\.self) : splitter.add(bytes) {
        if !hasHeader {
          if ExportHeader.refusal(of: line.bytes ?? []) != nil { throw refused(line.bytes ?? []) }
          hasHeader = true
        } else if let bytes = line.bytes {
          guard !bytes.isEmpty else { continue }
          if state.bytes.count + bytes.count > Self.maxBytes { try await send(&state) }
          state.bytes += bytes + [0x0A]
          state.numbers.append(line.number)
          if state.numbers.count == Self.maxLines { try await send(&state) }
          progress.show(.verbatim("\(Figures.counted(state.imported, "entry", "entries")) imported"))
        } else {
          state.reject(line.number, "it is longer than \(Figures.bytes(ImportRequest.maxLineSize))")
        }
      }
    }
    guard hasHeader else { throw refused("the file is empty") }
    try await send(&state)
    progress.clear()
    report(state)
    return state.rejected == 0 ? .success : .failure
  }

  private func send(_ state: inout State) async throws(Problem) {
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

  /// Returns some bytes when the file has some, and none at its end. A named pipe ends when all of its writers have gone away, not before the
  /// first one has come. Throws when the time is over, also for a file that never ends.
  private func read(_ file: Descriptor?) throws(Problem) -> [UInt8] {
    repeat {
      if let limit, limit.remaining <= .zero { throw .late("\(name) has not ended in time; entries read before may be in the cache") }
    } while Polling.wait(for: [file?.number ?? StandardStream.input.descriptor], within: limit?.remaining)[0].isEmpty
    do throws(SystemError) {
      return if let file { try file.read(upTo: 65_536) } else { try StandardStream.input.read(upTo: 65_536) }
    } catch { throw failure(error) }
  }

  private func failure(_ error: SystemError) -> Problem { Problem(500, "cannot read the export", detail: "\(name): \(error.reason)") }

  private func refused(_ reason: String) -> Problem {
    Problem(400, "cannot import \(name)", detail: "line 1: \(reason); create a file with holocron cache export")
  }

  /// Returns the problem of a first line that is not the header of a file that this program can read.
  private func refused(_ line: [UInt8]) -> Problem {
    guard let json = try? JSON(parsing: line), json["format"]?.string == ExportHeader.format, let version = json["version"]?.int else {
      return refused("the first line is not the header of an exported cache")
    }
    return refused("the file has version \(version) of the format; this program reads version \(ExportHeader.current)")
  }

  private func report(_ state: State) {
    for rejection in state.listed.prefix(Self.noteLimit) { context.note("holocron: line \(rejection.line): \(rejection.reason)") }
    if state.rejected > Self.noteLimit {
      context.note("holocron: \(Figures.counted(state.rejected - Self.noteLimit, "more line was", "more lines were")) rejected")
    }
    func entries(_ count: Int) -> String { Figures.counted(count, "entry", "entries") }
    var values = [LabeledValue("Imported", entries(state.imported), .good)]
    if state.skipped > 0 { values.append(LabeledValue("Skipped", "\(entries(state.skipped)): the cache has later ones")) }
    if state.evicted > 0 { values.append(LabeledValue("Evictions", "\(entries(state.evicted)): the cache is full", .caution)) }
    if state.rejected > 0 { values.append(LabeledValue("Rejected", Figures.counted(state.rejected, "line", "lines"), .bad)) }
    context.show(
      values,
      json: [
        "imported": .number(state.imported), "skipped": .number(state.skipped), "evicted": .number(state.evicted),
        "rejected": .number(state.rejected),
        "lines": .array(state.listed.map { ["line": .number($0.line), "reason": .string($0.reason)] }),
      ])
  }
}

/// Splits bytes that arrive in pieces into lines. Holds one line at most: what exceeds ``limit`` is dropped, and the line is reported as too
/// long.
struct LineSplitter {
  /// A line without its line feed; `nil` if it is too long. Numbers count from 1.
  typealias Line = (number: Int, bytes: [UInt8]?)

  /// Maximum length of a line in bytes.
  let limit: Int
  private var pending: [UInt8]? = []
  private var count = 0

  init(limit: Int) { self.limit = limit }

  /// Returns the lines that end in `bytes`.
  mutating func add(_ bytes: [UInt8]) -> [Line] {
    let parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return parts.enumerated().compactMap { index, part in
      if let size = pending?.count { if size + part.count <= limit { pending? += part } else { pending = nil } }
      return index < parts.count - 1 ? takeLine() : nil
    }
  }

  /// Returns the last line, if it does not end with a line feed.
  mutating func finish() -> Line? { pending?.isEmpty == true ? nil : takeLine() }

  private mutating func takeLine() -> Line {
    count += 1
    defer { pending = [] }
    return (count, pending)
  }
}
