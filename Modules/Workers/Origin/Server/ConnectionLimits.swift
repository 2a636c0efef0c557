/// The times that clients have, and how many of them may be connected. Without these, clients that send nothing or read nothing would hold
/// memory and file descriptors until they go. Faults that keep a client waiting do not count against its times.
public struct ConnectionLimits: Sendable, Hashable {
  /// The time without a request after which a connection is closed; `nil` for no limit. Longer than clients keep idle connections, most of
  /// them 60 s, so that they rarely send a request while the server closes.
  public var idle: Duration?
  /// The time from the first byte of a request to its end; `nil` for no limit.
  public var request: Duration?
  /// The time without progress after which a connection is reset whose client does not read; `nil` for no limit.
  public var write: Duration?
  /// Maximum number of open connections, at least 1. Further ones wait until others end. The server also stays below half of
  /// the files that its process may have open.
  public var connections: Int

  public init(
    idle: Duration? = .seconds(75), request: Duration? = .seconds(30), write: Duration? = .seconds(60), connections: Int = 10_000
  ) {
    self.idle = idle
    self.request = request
    self.write = write
    self.connections = connections
  }
}
