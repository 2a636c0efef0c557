/// A small world: who takes part, what they ask, and how often something may be lost.
struct WorldSettings {
  struct Request {
    let client: Int
    /// Time until the deadline in seconds.
    var seconds = 2
    var isIdempotent = true
    /// Whether the reply may come in two parts.
    var isStreamed = false
  }

  /// How often each loss may still happen.
  struct Losses: Hashable {
    /// A worker's process dies. What it has sent may still arrive.
    var workerCrashes = 0
    /// A worker's process starts, as a new peer.
    var workerStarts = 0
    /// A worker's process is stopped for a while: it neither reads nor sends.
    var workerPauses = 0
    var drains = 0
    /// A worker's request only waits for another service from now on.
    var releases = 0
    /// The broker's process dies and starts again.
    var brokerCrashes = 0
    /// The broker's process is stopped for up to three seconds.
    var brokerPauses = 0
    var clientCrashes = 0
    /// A caller gives up a request.
    var cancellations = 0
  }

  /// A change of the messages between machines that breaks the protocol, to show that the search finds it.
  enum Fault {
    case finalRepliesAreDoubled
    case disconnectsAreDropped
    case handBacksAreDropped
    case repliesGoToTheOtherClient
  }

  var requests: [Request]
  var clients = 2
  var workers = 2
  /// Workers that are registered at the start.
  var readyWorkers = 2
  var credit = 1
  var maxRedeliveries = 2
  var losses = Losses()
  var fault: Fault?
}
