import Client
import Console
import Contracts
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Synchronization
import Text

/// The results of a jq expression (`--jq`): the program jq gets the JSON that `--json` prints. Strings are printed as they are.
final class JQFormat: OutputFormat {
  private let expression: String
  /// Whether jq gets the records of a list one after the other instead of the whole document.
  private let isLineByLine: Bool
  /// How long jq may take for a document.
  private let timeout: Duration
  private let firstFailure = Mutex<Problem?>(nil)
  /// Maximum size of the results for a document in bytes.
  private static let maxSize = 512 << 20
  /// The start of jq counts as well.
  private static let minCompilationTime = Duration.seconds(10)

  /// Throws a 400 with jq's message if the expression is not valid, and a 500 if jq is not installed.
  init(_ expression: String, isLineByLine: Bool, timeout: Duration) throws(Problem) {
    (self.expression, self.isLineByLine, self.timeout) = (expression, isLineByLine, timeout)
    // Without a value, jq only compiles the expression.
    let compiled = try run([], within: max(timeout, Self.minCompilationTime))
    guard compiled.ending == .exited(0) else { throw .usage("--jq: \(compiled.message)", field: "--jq") }
  }

  var name: String { isLineByLine ? "jsonl" : "json" }
  /// The problem of the first document that the expression does not fit; `nil` if there is none.
  var failure: Problem? { firstFailure.withLock(\.self) }

  func render(_ document: any Document, on surface: Surface) -> SafeText {
    text(of: isLineByLine ? document.lines : [document.json], on: surface)
  }

  /// Returns the results for the values, each with a line break, without those of a value after an error.
  func text(of values: [JSON], on surface: Surface) -> SafeText {
    do throws(Problem) {
      let jq = try run(Array(values.map { $0.bytes() }.joined(separator: [UInt8(ascii: "\n")])), within: timeout)
      if jq.ending != .exited(0) { fail(.jqFailed(jq.message)) }
      return jq.output.split(separator: UInt8(ascii: "\n")).map { line in
        guard let result = try? JSON(parsing: Array(line)) else {
          fail(.jqFailed("a result is nested too deep"))
          return ""
        }
        guard let text = result.string else { return SafeText(result, isLineByLine ? .compact : surface.jsonLayout, on: surface) }
        guard surface.isTerminal else { return SafeText(checked: text + "\n") }
        return SafeText(lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
      }.joined()
    } catch {
      fail(error)
      return ""
    }
  }

  private func fail(_ problem: Problem) { firstFailure.withLock { $0 = $0 ?? problem } }

  private func run(_ input: [UInt8], within timeout: Duration) throws(Problem) -> (output: [UInt8], message: String, ending: ProcessEnding)
  {
    guard let (process, streams) = try? start(input, within: timeout) else { throw .jqFailed("it cannot be started") }
    var texts: [[UInt8]] = [[], []]
    var open = [0, 1]
    while !open.isEmpty, texts[0].count <= Self.maxSize {
      for (index, readiness) in zip(open, Polling.wait(for: open.map { streams[$0].number }, within: nil)) where !readiness.isEmpty {
        let part = (try? streams[index].read(upTo: 1 << 16)) ?? []
        // Of the messages, the first is shown.
        if index == 0 || texts[1].isEmpty { texts[index] += part }
        if part.isEmpty { open.removeAll { $0 == index } }
      }
    }
    guard open.isEmpty else {
      process.reapInBackground()
      throw .jqFailed("the expression has too many results")
    }
    let ending = process.wait()
    if ending == .exited(127) { throw .jqFailed("--jq needs the program jq on PATH; install it") }
    if ending == .exited(124) {
      throw Problem(504, "the deadline passed", detail: "the expression takes too long; see --timeout", type: ProblemType.deadline)
    }
    // jq names itself and the place first, and repeats the expression on further lines.
    let line = String(decoding: texts[1], as: UTF8.self).split(separator: "\n").first ?? "it gave no reason"
    let message = line.firstRange(of: line.hasPrefix("jq: error (") ? "): " : "jq: error: ").map { line[$0.upperBound...] } ?? line
    return (texts[0], String(message), ending)
  }

  /// Starts jq, which reads the input to its end, and the program timeout, which ends it. Returns its standard output and standard error.
  private func start(_ input: [UInt8], within timeout: Duration) throws -> (SpawnedProcess, [Descriptor]) {
    let (values, results, messages) = (try Pipe(), try Pipe(), try Pipe())
    // The space keeps an expression that begins with a dash from being an option.
    var spawn = Spawn("timeout", ["--foreground", "\(timeout / .seconds(1))", "jq", "-c", " \(expression)"])
    (spawn.input, spawn.output) = (.descriptor(values.readEnd), .descriptor(results.writeEnd))
    spawn.errors = .descriptor(messages.writeEnd)
    // jq may end before it has read everything.
    Signal.brokenPipe.ignore()
    let (process, writeEnd) = (try spawn.start(), values.writeEnd)
    try BackgroundThread.start { try? writeEnd.write(input) }
    return (process, [results.readEnd, messages.readEnd])
  }
}

extension Problem {
  fileprivate static func jqFailed(_ reason: String) -> Problem { Problem(500, "jq failed", detail: reason) }
}
