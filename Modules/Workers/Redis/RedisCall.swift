import Synchronization

/// The node that a command goes to.
enum RedisTarget: Sendable, Hashable {
  case any
  case slot(Int)
  case node(RedisAddress)
}

/// A command with its node.
public struct RedisCommand: Sendable {
  let arguments: [[UInt8]]
  let target: RedisTarget

  init(_ arguments: [[UInt8]], _ target: RedisTarget) { (self.arguments, self.target) = (arguments, target) }

  /// A command for the node that serves `key`, or for any node.
  public init(_ arguments: [[UInt8]], key: String? = nil) { self.init(arguments, key.map { .slot(SlotMap.slot(of: $0.utf8)) } ?? .any) }

  /// The call of a Lua script whose keys are of one slot. Sends the text each time: a kilobyte, of which a server keeps what it made.
  public static func script(_ text: String, keys: [String], arguments: [[UInt8]] = []) -> RedisCommand {
    RedisCommand(["EVAL", text, "\(keys.count)"].map { Array($0.utf8) } + keys.map { Array($0.utf8) } + arguments, key: keys.first)
  }
}

/// A command on its way. `@unchecked`: once it is with the loop, only the loop's thread uses the members that change, but for the state.
final class RedisCall: @unchecked Sendable {
  typealias Outcome = Result<RedisValue, RedisError>

  private enum State {
    case pending(CheckedContinuation<Outcome, Never>?)
    case finished(Outcome)
  }

  let target: RedisTarget
  let deadline: ContinuousClock.Instant
  /// Bytes of the arguments.
  let size: Int
  private(set) var arguments: [[UInt8]]
  /// Number of redirections and lost connections so far.
  var attempts = 0
  /// Whether ASKING precedes the command when it is sent next.
  var asks = false
  /// The node whose reply the call waits for.
  var node: RedisNode?
  /// The last error that delayed the call.
  var obstacle: RedisError?
  private(set) var isSettled = false
  private let state = Mutex(State.pending(nil))

  init(_ command: RedisCommand, deadline: ContinuousClock.Instant) {
    (arguments, target, self.deadline) = (command.arguments, command.target, deadline)
    size = arguments.reduce(0) { $0 + $1.count }
  }

  /// Whether the outcome is known; also when the caller was cancelled.
  var isFinished: Bool { state.withLock { if case .finished = $0 { true } else { false } } }

  /// Sets the outcome, from any thread, unless there is one.
  func finish(_ outcome: Outcome) {
    let continuation: CheckedContinuation<Outcome, Never>? = state.withLock { state in
      guard case .pending(let continuation) = state else { return nil }
      state = .finished(outcome)
      return continuation
    }
    continuation?.resume(returning: outcome)
  }

  /// Waits for the outcome; it is an error as soon as the task is cancelled.
  func outcome() async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known: Outcome? = state.withLock { state in
          if case .finished(let outcome) = state { return outcome }
          state = .pending(continuation)
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      finish(.failure(RedisError(.cancelled, "the command was cancelled")))
    }
  }

  /// Releases what the loop needs to send the call. Returns `false` if it was released before.
  func settle() -> Bool {
    defer { (isSettled, arguments, node) = (true, [], nil) }
    return !isSettled
  }
}
