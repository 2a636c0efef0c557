import Contracts
import Logging
import Synchronization

/// Logs when an origin fails and when it recovers: one message per change, not per request.
final class OriginHealth: Sendable {
  private let origin: String
  private let logger: Logger
  private let isFailing = Atomic(false)

  init(_ origin: String, logger: Logger) { (self.origin, self.logger) = (origin, logger) }

  func recordSuccess() {
    guard isFailing.load(ordering: .relaxed), isFailing.exchange(false, ordering: .relaxed) else { return }
    logger.notice("origin recovered", metadata: ["origin": "\(origin)"])
  }

  /// Ignores errors that are not outages: "not found" answers, malformed documents, and requests that ended at the caller's deadline. An
  /// origin that does not answer for longer fails when its circuit breaker opens. Also ignores failures of earlier requests: the origin may
  /// have recovered since, and each request for a broken document would be logged.
  func recordFailure(_ error: OriginError) {
    let outages: [OriginError.Code] = [
      .unreachable, .connectionLost, .tlsFailed, .timedOut, .failing, .errorStatus, .throttled, .redirected,
    ]
    guard outages.contains(error.code), error.code == .failing || !error.isCached, !error.callerTimedOut else { return }
    log(["code": "\(error.code.rawValue)", "error": "\(error.message)"])
  }

  /// Records that the origin is not asked at the moment, because it fails or has asked for a pause.
  ///
  /// - Parameter status: the state of the requests to the origin.
  func recordOutage(_ status: @autoclosure () -> OriginStatus?) {
    if !isFailing.load(ordering: .relaxed) { log(["error": "\(status()?.reason ?? "it is not asked at the moment")"]) }
  }

  private func log(_ metadata: Logger.Metadata) {
    guard !isFailing.exchange(true, ordering: .relaxed) else { return }
    logger.warning("origin failing", metadata: metadata.merging(["origin": "\(origin)"]) { one, _ in one })
  }
}
