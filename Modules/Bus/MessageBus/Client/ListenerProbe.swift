/// Whether a process is listening on an endpoint (``Endpoint/hasListener``). Asks the kernel at most once a second: many requests may fail
/// together, and each probe opens a connection.
struct ListenerProbe {
  private let endpoint: Endpoint
  private var last: (at: ContinuousClock.Instant, hasListener: Bool)?

  private static let lifetime = Duration.seconds(1)

  init(of endpoint: Endpoint) { self.endpoint = endpoint }

  mutating func hasListener(now: ContinuousClock.Instant) -> Bool {
    if let last, now < last.at + Self.lifetime { return last.hasListener }
    let hasListener = endpoint.hasListener
    last = (now, hasListener)
    return hasListener
  }
}
