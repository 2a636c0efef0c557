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
    if let message = compiled.failure { throw .usage("--jq: \(message)", field: "--jq") }
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
      if let message = jq.failure { fail(.jqFailed(message)) }
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

  /// Returns the results, and why jq has failed.
  private func run(_ input: [UInt8], within timeout: Duration) throws(Problem) -> (output: [UInt8], failure: String?) {
    let ran: ProgramRun
    // The space keeps an expression that begins with a dash from being an option.
    do throws(SystemError) {
      ran = try ProgramRun(Spawn("jq", ["-c", " \(expression)"]), input, within: timeout, upTo: Self.maxSize)
    } catch {
      throw .jqFailed("--jq needs the program jq on PATH; install it")
    }
    guard ran.output.count <= Self.maxSize else { throw .jqFailed("the expression has too many results") }
    guard let ending = ran.ending else {
      throw Problem(504, "the deadline passed", detail: "the expression takes too long; see --timeout", type: ProblemType.deadline)
    }
    guard ending != .exited(0) else { return (ran.output, nil) }
    // jq names itself and the place first, and repeats the expression on further lines.
    let line = ran.firstError ?? "it gave no reason"
    let message = line.firstRange(of: line.hasPrefix("jq: error (") ? "): " : "jq: error: ").map { String(line[$0.upperBound...]) } ?? line
    return (ran.output, message)
  }
}

extension Problem {
  fileprivate static func jqFailed(_ reason: String) -> Problem { Problem(500, "jq failed", detail: reason) }
}
