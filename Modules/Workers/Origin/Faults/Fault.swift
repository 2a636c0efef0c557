/// A way in which a server can fail its clients, such as a delay, a status or a reset connection. A fault changes the plan of a response and
/// does no I/O; ``ResponseSender`` carries the plan out.
///
/// Each fault is a file in `Kinds`, named after its type, and a line in ``Faults/all``.
protocol Fault: Sendable {
  /// The word with which rules name the fault: `status`.
  static var name: String { get }
  /// The name with its arguments: `status CODE`.
  static var usage: String { get }
  /// What the fault does, for the help: a short imperative without a full stop.
  static var summary: String { get }

  /// Reads the arguments, the words that follow the name in a rule.
  init(_ words: FaultWords) throws(FaultSyntaxError)

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
