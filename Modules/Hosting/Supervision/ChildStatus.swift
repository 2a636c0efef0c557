import OrderedJSON

/// The status of a child at one moment.
struct ChildStatus: Sendable, Hashable {
  enum State: String, Sendable {
    case starting, running
    /// Ended; will be restarted.
    case waiting
    case stopped
    /// Ended; will not be restarted, because a restart would fail in the same way.
    case failed
  }

  var name: String
  var state = State.starting
  var pid: Int32?
  var restarts = 0
  /// The time of the last change of state, in seconds since 1970.
  var since: Int
  var lastTermination: ProcessTermination?

  init(name: String, since: Int) {
    self.name = name
    self.since = since
  }

  /// `{"name":"cache-1","state":"running","pid":4711,"restarts":0,"since":1767182400}`, and `lastEnding` if the child has ended before.
  var json: JSON {
    var object: JSON.Object = [
      "name": .string(name), "state": .string(state.rawValue), "pid": pid.map { .number($0) } ?? .null, "restarts": .number(restarts),
      "since": .number(since),
    ]
    object["lastEnding"] = lastTermination.map { .string($0.description) }
    return .object(object)
  }
}
