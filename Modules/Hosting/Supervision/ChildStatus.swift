public import OrderedJSON

/// What is known about a child at one moment.
public struct ChildStatus: Sendable, Hashable {
  public enum State: String, Sendable {
    case starting, running
    /// It ended and will be started again.
    case waiting
    case stopped
    /// It ended in a way that another start would not change.
    case failed
  }

  public var name: String
  public var state = State.starting
  public var pid: Int32?
  public var restarts = 0
  /// Seconds since 1970 at which it came into this state.
  public var since: Int
  public var lastEnding: ProcessEnding?

  public init(name: String, since: Int) {
    self.name = name
    self.since = since
  }

  /// `{"name":"cache-1","state":"running","pid":4711,"restarts":0,"since":1767182400}`, and `lastEnding` where it ended before.
  public var json: JSON {
    var object: JSON.Object = [
      "name": .string(name), "state": .string(state.rawValue), "pid": pid.map { .number($0) } ?? .null, "restarts": .number(restarts),
      "since": .number(since),
    ]
    object["lastEnding"] = lastEnding.map { .string($0.description) }
    return .object(object)
  }
}
