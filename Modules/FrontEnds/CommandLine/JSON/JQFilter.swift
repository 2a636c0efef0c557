import CJQ
import Console
import MessageBus
import OrderedJSON
import Synchronization

/// A jq expression (`--jq`), compiled by libjq. Values of the documents that a command prints pass through it.
final class JQFilter: Sendable {
  /// The messages that libjq reports while it compiles.
  private final class Messages { var texts: [String] = [] }

  /// The state of libjq, which one thread at a time may use: only ``results(of:)`` does, while it holds the lock of ``firstFailure``.
  private nonisolated(unsafe) let state: OpaquePointer
  private let firstFailure = Mutex<Problem?>(nil)

  /// Throws a 400 with libjq's message if `expression` does not compile.
  init(_ expression: String) throws(Problem) {
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
    var state: OpaquePointer? = state
    jq_teardown(&state)
  }

  /// The problem of the first value that the expression does not fit; `nil` if there is none.
  var failure: Problem? { firstFailure.withLock(\.self) }

  /// Returns the results for one value, up to the first error, which becomes the ``failure``.
  func results(of value: JSON) -> [JSON] {
    firstFailure.withLock { failure in
      let text = value.bytes()
      let input = text.withUnsafeBytes { jv_parse_sized($0.bindMemory(to: CChar.self).baseAddress, Int32($0.count)) }
      guard jv_get_kind(input) != JV_KIND_INVALID else {
        // libjq limits the nesting of values.
        failure = failure ?? Self.failed(Self.message(of: input) ?? "the document cannot be read")
        return []
      }
      jq_start(state, input, 0)
      var results: [JSON] = []
      while true {
        let next = jq_next(state)
        guard jv_get_kind(next) != JV_KIND_INVALID else {
          let message = Self.message(of: next) ?? haltMessage
          if let message { failure = failure ?? Self.failed(message) }
          return results
        }
        results.append((try? JSON(parsing: Self.text(of: jv_dump_string(next, 0)))) ?? .null)
      }
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
