/// A way in which a server can fail its clients, such as a delay, a status or a reset connection. A fault changes the plan of a response and
/// does no I/O; ``ResponseSender`` carries the plan out.
///
/// Each type of fault is a file in `Kinds`, named after the type, and an item of ``Faults/types``.
protocol Fault: Sendable {
  /// The faults of this type: those that differ only in a value share one.
  static var syntaxes: [FaultSyntax] { get }
  /// Whether the fault applies to connections as they are accepted instead of to requests.
  var appliesToConnections: Bool { get }
  /// Whether the fault needs the whole response: a conditional request is then answered as if it had no conditions.
  var needsBody: Bool { get }
  /// Changes the request before it is answered.
  func rewrite(_ request: inout SWAPIRequest)
  /// Changes the response.
  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion)
}

extension Fault {
  var appliesToConnections: Bool { false }
  var needsBody: Bool { false }
  func rewrite(_ request: inout SWAPIRequest) {}
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

/// Why the text of a rule is not valid; the message says what is allowed.
struct FaultSyntaxError: Error, Hashable {
  let message: String

  init(_ message: String) { self.message = message }
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
  let read: @Sendable (inout FaultWords) throws(FaultSyntaxError) -> any Fault

  init(
    _ name: String, _ arguments: String, _ summary: String,
    read: @escaping @Sendable (inout FaultWords) throws(FaultSyntaxError) -> any Fault
  ) {
    self.name = name
    usage = "\(name) \(arguments)"
    self.summary = summary
    self.read = read
  }
}

/// Registry of the faults.
public enum Faults {
  static let types: [any Fault.Type] = [
    TimingFault.self, StatusFault.self, EndingFault.self, MalformedFault.self, HeaderFault.self, RedirectFault.self, NextFault.self,
    HugeFault.self, HostileFault.self,
  ]
  static let all = types.flatMap { $0.syntaxes }

  static var names: String { all.map(\.name).joined(separator: ", ") }

  /// The usage of each fault, and what it does, in lines of at most 76 characters.
  public static var help: String {
    all.map { "  \($0.usage)\n" + wrapped($0.summary).map { "      \($0)" }.joined(separator: "\n") }.joined(separator: "\n")
  }

  private static func wrapped(_ text: String) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + word.count < 70 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
