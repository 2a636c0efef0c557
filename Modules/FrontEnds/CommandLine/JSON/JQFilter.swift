import CJQ
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Synchronization

/// A jq expression (`--jq`), compiled by libjq. Values of the documents that a command prints pass through it.
final class JQFilter: Sendable {
  /// The messages that libjq reports while it compiles.
  private final class Messages { var texts: [String] = [] }

  /// The values that the expression did not fit.
  private struct Failures {
    var first: Problem?
    var last: Problem?
    var count = 0
    /// How many were reported by ``dueNote()``.
    var reported = 0

    mutating func add(_ problem: Problem) {
      first = first ?? problem
      last = problem
      count += 1
    }
  }

  /// The state of libjq, which one thread at a time may use: only ``results(of:)`` does, while it holds the lock of ``failures``.
  private nonisolated(unsafe) let state: OpaquePointer
  private let failures = Mutex(Failures())
  private let maxResults: Int
  private let watchdog: JQWatchdog

  /// The maximum number of results for one value.
  static let standardMaxResults = 1_000_000
  /// The maximum size of the results for one value in bytes.
  private static let maxSize = 512 << 20

  /// Creates a filter that takes up to `timeout` for a value. Throws a 400 with libjq's message if `expression` does not compile.
  /// - Parameter onHang: ends the process with a problem. Called on another thread if the expression takes longer without yielding a result.
  init(
    _ expression: String, timeout: Duration, maxResults: Int = standardMaxResults, onHang: @escaping @Sendable (Problem) -> Void = { _ in }
  ) throws(Problem) {
    self.maxResults = maxResults
    watchdog = JQWatchdog(timeout: timeout, onHang: { onHang(.expressionTookTooLong) })
    guard let state = jq_init() else { throw Problem(500, "jq failed", detail: "there is too little memory") }
    let messages = Messages()
    jq_set_error_cb(
      state,
      { context, message in
        guard let context else { return jv_free(message) }
        Unmanaged<Messages>.fromOpaque(context).takeUnretainedValue().texts.append(JQFilter.text(of: jq_format_error(message)))
      }, Unmanaged.passUnretained(messages).toOpaque())
    let isCompiled = withExtendedLifetime(messages) { jq_compile(state, expression) != 0 }
    // The messages end before the state does.
    jq_set_error_cb(state, { _, message in jv_free(message) }, nil)
    guard isCompiled else {
      var failed: OpaquePointer? = state
      jq_teardown(&failed)
      throw .usage("--jq: \(Self.reason(messages.texts))", field: "--jq")
    }
    self.state = state
  }

  deinit {
    watchdog.close()
    var state: OpaquePointer? = state
    jq_teardown(&state)
  }

  /// The problem of the first value that the expression does not fit; `nil` if there is none.
  var failure: Problem? { failures.withLock(\.first) }
  /// Whether ``dueNote()`` has returned a note.
  var hasNoted: Bool { failures.withLock { $0.reported > 0 } }

  /// Returns a note about the values that the expression did not fit: after the first, and each time there are ten times as many. `nil` if
  /// there is nothing new to say.
  func dueNote() -> NotePhrase? {
    failures.withLock { failures in
      guard let last = failures.last, failures.count >= max(1, failures.reported * 10) else { return nil }
      failures.reported = failures.count
      return .expressionFailed(last.detail ?? last.title, count: failures.count)
    }
  }

  /// Returns the results for one value, up to the first error, which becomes the ``failure`` if it is the first.
  func results(of value: JSON) -> [JSON] {
    failures.withLock { failures in
      let text = value.bytes()
      guard let size = Int32(exactly: text.count) else {
        failures.add(Self.failed("the document is larger than 2 GiB"))
        return []
      }
      let input = text.withUnsafeBytes { jv_parse_sized($0.bindMemory(to: CChar.self).baseAddress, size) }
      guard jv_get_kind(input) != JV_KIND_INVALID else {
        // libjq limits the nesting of values.
        failures.add(Self.failed(Self.message(of: input) ?? "the document cannot be read"))
        return []
      }
      jq_start(state, input, 0)
      let (results, problem) = remainingResults()
      if let problem { failures.add(problem) }
      return results
    }
  }

  /// Returns the results of the value with which libjq was started, and why there may be more.
  private func remainingResults() -> ([JSON], Problem?) {
    watchdog.begin()
    defer { watchdog.finish() }
    var results: [JSON] = []
    var size = 0
    while true {
      let next = jq_next(state)
      guard jv_get_kind(next) != JV_KIND_INVALID else { return (results, (Self.message(of: next) ?? haltMessage).map(Self.failed)) }
      guard results.count < maxResults, size <= Self.maxSize else {
        jv_free(next)
        return (results, Self.failed("the expression has more than \(results.count) results for one value"))
      }
      let text = Self.text(of: jv_dump_string(next, 0))
      size += text.utf8.count
      results.append((try? JSON(parsing: text)) ?? .null)
      if watchdog.isTimeOver { return (results, .expressionTookTooLong) }
    }
  }

  /// The message of `halt_error`; `nil` if the expression has not called it.
  private var haltMessage: String? {
    guard jq_halted(state) != 0 else { return nil }
    let message = jq_get_error_message(state)
    guard jv_get_kind(message) != JV_KIND_INVALID else {
      jv_free(message)
      return nil
    }
    return Self.string(message)
  }

  private static func failed(_ message: String) -> Problem { Problem(500, "jq failed", detail: reason([message])) }

  /// Returns the message of an invalid value; `nil` if it only marks the end.
  private static func message(of invalid: jv) -> String? {
    guard jv_invalid_has_msg(jv_copy(invalid)) != 0 else {
      jv_free(invalid)
      return nil
    }
    return string(jv_invalid_get_msg(invalid))
  }

  /// Returns a string without quotation marks, and any other value as JSON.
  private static func string(_ value: jv) -> String {
    jv_get_kind(value) == JV_KIND_STRING ? text(of: value) : text(of: jv_dump_string(value, 0))
  }

  /// Returns the text of a string, and frees it.
  private static func text(of string: jv) -> String {
    defer { jv_free(string) }
    return String(cString: jv_string_value(string))
  }

  /// Returns the first message as one line without libjq's own prefix.
  private static func reason(_ messages: [String]) -> String {
    let text = messages.first ?? "the expression is not valid"
    let prefixes = ["jq: error: ", "jq: "]
    let prefix = prefixes.first { text.hasPrefix($0) } ?? ""
    // libjq advises shells of other systems, and repeats the expression on further lines.
    return text.dropFirst(prefix.count).split(separator: "\n").first.map {
      String($0).replacing(" (Unix shell quoting issues?)", with: "").replacing(" at <top-level>, line 1:", with: "")
    } ?? "the expression is not valid"
  }
}

extension Problem {
  fileprivate static let expressionTookTooLong = Problem(
    504, "the deadline passed", detail: "the expression takes too long; see --timeout", type: ProblemType.deadline)
}
