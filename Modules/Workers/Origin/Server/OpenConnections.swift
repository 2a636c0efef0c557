import HummingbirdCore
import Logging

/// The number of open connections of a server, which accepts no further ones at the maximum.
struct OpenConnections: AvailableConnectionsDelegate {
  private let maximum: Int
  private let logger: Logger
  private var count = 0
  private var hasWarned = false

  init(maximum: Int, logger: Logger) {
    self.maximum = max(1, maximum)
    self.logger = logger
  }

  mutating func connectionOpened() {
    count += 1
    guard count >= maximum, !hasWarned else { return }
    hasWarned = true
    logger.warning("too many connections; further ones wait", metadata: ["limit": "\(maximum)"])
  }

  mutating func connectionClosed() {
    count -= 1
    // At the maximum, each connection that ends lets another one in.
    if count < maximum / 2 { hasWarned = false }
  }

  func isAcceptingNewConnections() -> Bool { count < maximum }
}
