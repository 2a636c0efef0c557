import Localization
import MessageBus
import OrderedJSON
import Presentation
import Synchronization

/// A jq expression (`--jq`), compiled by libjq in a process of its own. Values of the documents that a command prints pass through it.
final class JQFilter: Sendable {
  private struct State {
    /// `nil` after it has failed; the next value starts another.
    var process: JQProcess?
    var failures = Failures()
  }

  /// The values that the expression did not fit.
  private struct Failures {
    var first: Problem?
    var last: Problem?
    var count = 0
    /// How many were reported by ``dueNote(in:)``.
    var reported = 0

    mutating func add(_ problem: Problem) {
      first = first ?? problem
      last = problem
      count += 1
    }
  }

  /// What the process returned for one value.
  private struct Outcome {
    var results: [JSON] = []
    var problem: Problem?
    /// Whether the process waits for the next value.
    var isFinished = false
  }

  private let expression: String
  private let state: Mutex<State>
  private let timeout: Duration
  private let maxResults: Int
  private let onText: @Sendable (String) -> Void
  private let onHang: @Sendable (Problem) -> Void

  /// The maximum number of results for one value.
  static let standardMaxResults = 1_000_000
  /// The maximum size of the results for one value in bytes.
  private static let maxSize = 512 << 20
  /// How much longer than the timeout an expression may take until its next result; results that came before are printed if that one comes.
  private static let grace = Duration.seconds(1)

  /// Creates a filter that takes up to `timeout` for a value. Throws a 400 with libjq's message if `expression` does not compile.
  /// - Parameters:
  ///   - onText: writes a text of the expression to standard error.
  ///   - onHang: ends the process with a problem. Called if the expression takes longer without yielding a result; must not use the filter.
  init(
    _ expression: String, timeout: Duration, maxResults: Int = standardMaxResults, onText: @escaping @Sendable (String) -> Void = { _ in },
    onHang: @escaping @Sendable (Problem) -> Void = { _ in }
  ) throws(Problem) {
    let process = try JQProcess(expression, timeout: timeout)
    self.expression = expression
    self.timeout = timeout
    self.maxResults = maxResults
    self.onText = onText
    self.onHang = onHang
    state = Mutex(State(process: process))
  }

  /// The problem of the first value that the expression does not fit; `nil` if there is none.
  var failure: Problem? { state.withLock { $0.failures.first } }
  /// Whether ``dueNote(in:)`` has returned a note.
  var hasNoted: Bool { state.withLock { $0.failures.reported > 0 } }

  /// Returns a note about the values that the expression did not fit: after the first, and each time there are ten times as many. `nil` if
  /// there is nothing new to say.
  func dueNote(in language: any Language = English()) -> NotePhrase? {
    state.withLock { state in
      guard let last = state.failures.last, state.failures.count >= max(1, state.failures.reported * 10) else { return nil }
      state.failures.reported = state.failures.count
      return .expressionFailed(last.detail(in: language) ?? last.title(in: language), count: state.failures.count)
    }
  }

  /// Returns the results for one value, up to the first error, which becomes the ``failure`` if it is the first.
  func results(of value: JSON) -> [JSON] {
    let text = value.bytes()
    return state.withLock { results(of: text, &$0) }
  }

  private func results(of text: [UInt8], _ state: inout State) -> [JSON] {
    guard text.count <= Int(Int32.max) else {
      state.failures.add(.jqFailed("the document is larger than 2 GiB"))
      return []
    }
    do throws(Problem) {
      let process = if let process = state.process { process } else { try JQProcess(expression, timeout: timeout) }
      process.send(text)
      let answer = outcome(of: process)
      state.process = answer.isFinished ? process : nil
      if let problem = answer.problem { state.failures.add(problem) }
      return answer.results
    } catch {
      state.failures.add(error)
      return []
    }
  }

  /// Returns the results of the value that was sent last.
  private func outcome(of process: JQProcess) -> Outcome {
    var outcome = Outcome()
    var size = 0
    var (spent, lastLook) = (RunningTime(), ContinuousClock.now)
    while !outcome.isFinished {
      switch process.receive(within: timeout + Self.grace, &spent, &lastLook) {
      case .result(let text):
        guard outcome.results.count < maxResults, size <= Self.maxSize else {
          outcome.problem = .jqFailed("the expression has more than \(outcome.results.count) results for one value")
          return outcome
        }
        size += text.utf8.count
        outcome.results.append((try? JSON(parsing: text)) ?? .null)
        guard spent.total < timeout else {
          outcome.problem = .expressionTookTooLong
          return outcome
        }
      case .text(let text):
        onText(text)
        guard spent.total < timeout else {
          outcome.problem = .expressionTookTooLong
          return outcome
        }
      case .failure(let message): outcome.problem = outcome.problem ?? .jqFailed(JQProcess.line(of: message))
      case .done: outcome.isFinished = true
      case .timeout:
        onHang(.expressionTookTooLong)
        return Outcome(problem: .expressionTookTooLong)
      case .memoryLimitReached:
        outcome.problem = .jqMemoryLimit
        return outcome
      case .compiled, .invalid, .ended:
        outcome.problem = .jqCrash
        return outcome
      }
    }
    return outcome
  }
}
