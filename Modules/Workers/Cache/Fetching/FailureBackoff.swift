import Contracts
import MessageBus
import Synchronization

/// Recently failed fetches, bounded in number and bytes: until its backoff ends, requests for a key get the same failure and the origin is not asked.
final class FailureBackoff: Sendable {
  /// Backoff after the first failure of a key. Short, so that a person who retries gets an answer from the origin.
  static let firstDelay: Duration = .milliseconds(100)
  /// Backoff after the second failure; each further failure doubles it.
  static let secondDelay: Duration = .seconds(1)
  /// Upper bound of `retry-after`.
  static let maxRetryAfter: Duration = .seconds(3_600)

  private struct Failure {
    let problem: Problem
    let at: WallTime
    let until: WallTime
    let delay: Duration
  }

  private let failures = Mutex(LRUTable<StoreKey, Failure>(limits: StoreLimits(entries: 4_096, bytes: 4 << 20)))
  private let maxDelay: Duration

  /// - Parameter maxDelay: upper bound of the doubled backoff.
  init(maxDelay: Duration) { self.maxDelay = maxDelay }

  /// Returns the failure to answer with, if the backoff of `key` has not ended. That of a caller who demands revalidation (`isForced`) is at most
  /// ``secondDelay``, unless the origin sent `retry-after`.
  func failure(for key: StoreKey, isForced: Bool, at now: WallTime) -> (problem: Problem, timeToLive: Int64)? {
    failures.withLock { failures in
      guard let failure = failures.peek(key) else { return nil }
      let hasRetryAfter = failure.problem.retryAfter != nil
      let until = isForced && !hasRetryAfter ? min(failure.until, failure.at + Self.secondDelay) : failure.until
      // A failure from the future was recorded before the clock was set back.
      guard failure.at <= now, now < until else { return nil }
      let left = (until.milliseconds - now.milliseconds + 999) / 1_000
      var problem = failure.problem
      if hasRetryAfter { problem.retryAfter = Int(left) }
      return (problem, left)
    }
  }

  /// Problems that say nothing about the origin. A missing fetcher or bus may appear at any time; overload and deadlines concern only the
  /// requests that waited.
  private static let ignoredTypes: Set = [
    ProblemType.noWorker, ProblemType.noBus, ProblemType.connectionLost, ProblemType.cancelled, ProblemType.overloaded,
    ProblemType.deadline,
  ]

  /// Records a failure of the origin and ignores all others. A failure long past does not lengthen the next backoff.
  func record(_ problem: Problem, for key: StoreKey, at now: WallTime) {
    guard !Self.ignoredTypes.contains(problem.type) else { return }
    let retryAfter = problem.retryAfter.map { min(.seconds(max(0, $0)), Self.maxRetryAfter) } ?? .zero
    let size = (problem.detail?.utf8.count ?? 0) + problem.title.utf8.count + problem.extensions.count * 256 + 256
    failures.withLock { failures in
      let last = failures.peek(key).flatMap { now < $0.until + maxDelay ? $0 : nil }
      let delay = min(last.map { max($0.delay * 2, Self.secondDelay) } ?? Self.firstDelay, maxDelay)
      failures.insert(
        Failure(problem: problem, at: now, until: now + max(delay, retryAfter), delay: delay), for: key, size: size)
    }
  }

  /// Ends the backoff of `key`, after a successful fetch.
  func clear(_ key: StoreKey) { failures.withLock { $0.remove(key) } }

  /// Ends all backoffs, after a fetcher joined or the origin changed.
  func clearAll() { failures.withLock { $0 = LRUTable(limits: $0.limits) } }
}
