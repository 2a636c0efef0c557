import Logging
import Synchronization

/// Logs when an origin stops answering and when it answers again: a line at each turn, not one for every request.
final class OriginHealth: Sendable {
  private let origin: String
  private let logger: Logger
  private let isFailing = Atomic(false)

  init(_ origin: String, logger: Logger) {
    self.origin = origin
    self.logger = logger
  }

  func worked() {
    guard isFailing.load(ordering: .relaxed), isFailing.exchange(false, ordering: .relaxed) else { return }
    logger.notice("origin answers again", metadata: ["origin": "\(origin)"])
  }

  /// An answer that says no is an answer, one odd document is no outage, and a request that only waited for its turn says nothing.
  func failed(_ error: OriginError) {
    let outages: [OriginError.Code] = [.unreachable, .broken, .insecure, .timedOut, .refused, .throttled, .redirected]
    guard outages.contains(error.code), !error.neverHadItsTurn, !isFailing.exchange(true, ordering: .relaxed) else { return }
    logger.warning("origin fails", metadata: ["origin": "\(origin)", "code": "\(error.code)", "error": "\(error.message)"])
  }
}
