import OrderedJSON
import Platform
import Text

/// The status of a child at one moment.
struct ChildStatus: Sendable, Hashable {
  enum State: String, Sendable {
    case starting, running
    /// Ended; will be restarted.
    case waiting
    case stopped
    /// Ended; will not be restarted, because a restart would fail in the same way. See ``RestartPolicy``.
    case failed
  }

  let name: String
  var state = State.starting
  var pid: Int32?
  /// Whether the process can be used: it is bound, or registered with the broker.
  var isReady = false
  var restarts = 0
  /// The time of the last change of state or of the process, in seconds since 1970.
  private(set) var since: Int
  var lastTermination: ProcessTermination?
  /// The last line of output of the run that ended last, truncated to ``maximumLine`` bytes; empty if there is none.
  var lastLine = ""
  /// The name of the executable, such as `holocron-cache`.
  let program: String
  /// The path of the log.
  let log: String
  /// Why the process is not restarted; `nil` unless ``state`` is ``State/failed``.
  var failure: RestartPolicy.Reason?
  /// Whether the fleet stops for this failure: the process has rejected its settings in the first start. One that rejects them later,
  /// because a file has changed, leaves the others running.
  var isFatal = false

  /// The state file is rewritten with every change, so it contains no long lines.
  static let maximumLine = 1_024

  init(_ specification: ChildSpecification, log: String, since: Int) {
    (name, program, self.log, self.since) = (specification.name, specification.program, log, since)
  }

  /// Sets ``since`` to `now` if the state or the process is another one than in `before`. A planned restart changes the process only.
  mutating func updateSince(after before: ChildStatus, now: Int) {
    if state != before.state || pid != before.pid { since = now }
  }

  /// `{"name":"cache-1","state":"running","pid":4711,"ready":true,"restarts":0,"since":1767182400,"program":"…","log":"…"}`, `lastEnding` and `lastLine` if the child has ended before, `failure`, a text for people, if it is not restarted, and
  /// `"fatal":true` if the fleet stops for it.
  var json: JSON {
    var object: JSON.Object = [
      "name": .string(name), "state": .string(state.rawValue), "pid": pid.map { .number($0) } ?? .null, "ready": .bool(isReady),
      "restarts": .number(restarts), "since": .number(since), "program": .string(program), "log": .string(log),
    ]
    object["lastEnding"] = lastTermination.map { .string($0.description) }
    if !lastLine.isEmpty { object["lastLine"] = .string(lastLine) }
    object["failure"] = failure.map { .string($0.description) }
    if isFatal { object["fatal"] = true }
    return .object(object)
  }
}

/// The outcome of one run of a child process.
enum ProcessTermination: Sendable, Hashable, CustomStringConvertible {
  case ended(ProcessEnding)
  /// The process could not be started, for the given reason.
  case notStarted(String)
  /// It gave no sign of life for this long, perhaps before it was ready, and its supervisor has ended it.
  case hung(Duration, atStart: Bool)

  var isSignal: Bool { if case .ended(.signaled) = self { true } else { false } }

  var isHungAtStart: Bool { if case .hung(_, atStart: true) = self { true } else { false } }

  /// Whether a signal that a process does not send to itself has ended it, such as SIGKILL from a person or from the kernel when memory is
  /// short.
  var isFromOutside: Bool {
    guard case .ended(.signaled(let signal)) = self else { return false }
    return [.kill, .terminate, .interrupt, .hangUp].contains(signal)
  }

  var description: String {
    switch self {
    case .ended(.exited(let code)): "exit code \(code)"
    case .ended(.signaled(let signal)): "signal \(signal.rawValue)"
    case .hung(let time, let atStart): "no sign of life for \(DurationText.format(time))\(atStart ? " while it started" : "")"
    case .notStarted(let reason): "could not be started: \(reason)"
    }
  }
}
