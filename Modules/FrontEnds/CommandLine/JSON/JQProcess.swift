import CJQ
import Client
import Console
import Contracts
import MessageBus
import Presentation

/// A process that runs an expression of jq. libjq aborts the process when it fails, cannot be interrupted, and has no memory limit.
final class JQProcess: Sendable {
  enum Message {
    case compiled
    /// The expression does not compile.
    case invalid(reason: String)
    /// A result as JSON.
    case result(String)
    /// What the expression writes to standard error.
    case text(String)
    /// The expression does not fit the value.
    case failure(String)
    /// There are no more results for the value.
    case done
    case memoryLimitReached
    case timeout
    case ended
  }

  /// How much more memory the process may take than this one, in bytes.
  private static let memoryLimit = 768 << 20

  /// One thread at a time may use it: ``JQFilter`` does while it holds its lock.
  private nonisolated(unsafe) let evaluator: OpaquePointer

  /// The minimum time for compilation, which includes the start of the process.
  private static let minCompilationTime = Duration.seconds(10)

  /// Throws a 400 with libjq's message if `expression` does not compile, and a 504 if that takes longer than `timeout`, or than ten seconds if
  /// that is less.
  init(_ expression: String, timeout: Duration) throws(Problem) {
    guard let evaluator = cjq_start(expression, Self.memoryLimit) else {
      throw .jqFailed("no process can be started for the expression")
    }
    self.evaluator = evaluator
    var (spent, lastLook) = (RunningTime(), ContinuousClock.now)
    switch receive(within: max(timeout, Self.minCompilationTime), &spent, &lastLook) {
    case .compiled: break
    case .invalid(let reason): throw .usage("--jq: \(Self.line(of: reason))", field: "--jq")
    case .memoryLimitReached: throw .jqMemoryLimit
    case .timeout: throw .expressionTookTooLong
    case .result, .text, .failure, .done, .ended: throw .jqCrash
    }
  }

  deinit { cjq_end(evaluator) }

  /// Sends a value, for which results come next. ``Message/done`` must have come for the value before.
  func send(_ text: [UInt8]) { text.withUnsafeBytes { cjq_send(evaluator, $0.baseAddress, $0.count) } }

  /// Waits for the next message, until ``Message/timeout`` when `spent` is `limit`.
  func receive(within limit: Duration, _ spent: inout RunningTime, _ lastLook: inout ContinuousClock.Instant) -> Message {
    while true {
      let message = receive(within: max(.zero, min(limit - spent.total, RunningTime.maxStep / 2)))
      let now = ContinuousClock.now
      spent.add(lastLook.duration(to: now))
      lastLook = now
      if case .timeout = message, spent.total < limit { continue }
      return message
    }
  }

  private func receive(within time: Duration) -> Message {
    let message = cjq_receive(evaluator, Int32(clamping: Int((time / .milliseconds(1)).rounded(.up))))
    return switch message.kind {
    case CJQ_COMPILED: .compiled
    case CJQ_INVALID: .invalid(reason: Self.text(of: message))
    case CJQ_RESULT: .result(Self.text(of: message))
    case CJQ_TEXT: .text(Self.text(of: message))
    case CJQ_FAILURE: .failure(Self.text(of: message))
    case CJQ_DONE: .done
    case CJQ_NO_MEMORY: .memoryLimitReached
    case CJQ_TIMEOUT: .timeout
    default: .ended
    }
  }

  private static func text(of message: cjq_message) -> String {
    String(decoding: UnsafeRawBufferPointer(start: message.text, count: message.length), as: UTF8.self)
  }

  /// Returns the first line of a message without libjq's own prefix.
  static func line(of message: String) -> String {
    let prefixes = ["jq: error: ", "jq: "]
    let prefix = prefixes.first { message.hasPrefix($0) } ?? ""
    // libjq advises shells of other systems, and repeats the expression on further lines.
    return message.dropFirst(prefix.count).split(separator: "\n").first.map {
      String($0).replacing(" (Unix shell quoting issues?)", with: "").replacing(" at <top-level>, line 1:", with: "")
    } ?? "the expression is not valid"
  }
}

extension Problem {
  static let expressionTookTooLong = Problem(504, "the deadline passed", type: ProblemType.deadline).explained(by: .expressionTimeout)
  static let jqMemoryLimit = Problem(500, jqTitle).explained(by: .expressionMemoryLimit)
  static let jqCrash = Problem(500, jqTitle).explained(by: .expressionCrash)

  static func jqFailed(_ reason: String) -> Problem { Problem(500, jqTitle, detail: reason) }

  private static let jqTitle = "jq failed"
}
