import Text

/// A way in which a server can fail its clients, such as a delay, a status or a reset connection. A fault changes the plan of a response and
/// does no I/O; ``ResponseSender`` carries the plan out.
struct Fault: Sendable {
  /// Whether the fault needs the whole response: a conditional request is then answered as if it had no conditions.
  let needsBody: Bool
  /// Whether the fault applies to connections as they are accepted instead of to requests.
  let appliesToConnections: Bool
  /// Changes the request before it is answered.
  var rewrite: @Sendable (inout SWAPIRequest) -> Void = { _ in }
  /// Changes the response.
  let apply: @Sendable (inout ResponsePlan, inout FaultOccasion) -> Void

  init(
    needsBody: Bool = true, appliesToConnections: Bool = false,
    _ apply: @escaping @Sendable (inout ResponsePlan, inout FaultOccasion) -> Void
  ) {
    (self.needsBody, self.appliesToConnections, self.apply) = (needsBody, appliesToConnections, apply)
  }
}

/// The request to which a fault applies.
struct FaultOccasion {
  /// The request as the client sent it.
  let request: SWAPIRequest
  /// Scheme and authority at which the client reached the server: `http://127.0.0.1:1138`.
  let root: String
  /// Random numbers of this request and this rule.
  var random: FaultRandom
}

/// How rules write a fault.
struct FaultSyntax: Sendable {
  /// The word with which rules name the fault: `status`.
  let name: String
  /// The name with its arguments: `status CODE`.
  let usage: String
  /// What the fault does, for the help: a short imperative without a full stop.
  let summary: String
  /// Reads the arguments, the words that follow the name in a rule.
  let read: @Sendable (inout FaultWords) throws(OriginServerError) -> Fault

  init(
    _ name: String, _ arguments: String, _ summary: String, read: @escaping @Sendable (inout FaultWords) throws(OriginServerError) -> Fault
  ) {
    (self.name, usage, self.summary, self.read) = (name, "\(name) \(arguments)", summary, read)
  }
}

/// The faults. Each file of `Kinds` has a list of related ones, and an item here.
public enum Faults {
  static let all = SendingFaults.list + StatusFaults.list + BodyFaults.list

  static var names: String { all.map(\.name).joined(separator: ", ") }

  /// The usage of each fault, and what it does, in lines of at most 76 characters.
  public static var help: String {
    all.map { "  \($0.usage)\n" + wrapped($0.summary).map { "      \($0)" }.joined(separator: "\n") }.joined(separator: "\n")
  }

  private static func wrapped(_ text: String) -> [String] {
    text.split(separator: " ").reduce(into: []) { lines, word in
      if let line = lines.last, line.count + word.count < 70 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }
}

/// The arguments of a fault in a rule, read from first to last.
struct FaultWords {
  /// The usage of the fault, for errors.
  let usage: String
  var rest: ArraySlice<String>

  /// Returns what `read` makes of the next argument, or of the default if there are no more arguments.
  ///
  /// - Parameter expected: completes the error "…: expected", if `read` returns `nil`.
  mutating func next<Value>(
    _ expected: String, default fallback: String? = nil, _ read: (String) -> Value?
  ) throws(OriginServerError) -> Value {
    guard let word = rest.popFirst() ?? fallback else { throw .invalidRule("'\(usage)' needs \(expected)") }
    return try Self.read(word, expected, read)
  }

  /// Returns the next argument, a size of at least 1 byte.
  mutating func size(upTo limit: Int) throws(OriginServerError) -> Int {
    try next("a size from 1 to \(ByteCount.format(limit)), such as 500, 16KiB or 1MiB") { word in
      ByteCount.parse(word).flatMap { (1...limit).contains($0) ? $0 : nil }
    }
  }

  /// Returns the next argument, one of `choices`, or the first choice if there are no more arguments.
  mutating func choice(_ choices: [String]) throws(OriginServerError) -> String {
    try next("one of \(choices.joined(separator: ", "))", default: choices[0]) { choices.contains($0) ? $0 : nil }
  }

  /// Throws if there are more arguments.
  func end() throws(OriginServerError) {
    if let word = rest.first {
      throw .invalidRule("unexpected '\(word)' after '\(usage)': expected one of \(FaultRule.keywords.joined(separator: ", "))")
    }
  }

  static func read<Value>(_ word: String, _ expected: String, _ read: (String) -> Value?) throws(OriginServerError) -> Value {
    guard let value = read(word) else { throw .invalidRule("invalid value '\(word)': expected \(expected)") }
    return value
  }
}
