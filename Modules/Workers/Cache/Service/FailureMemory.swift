import Contracts
import MessageBus
import Synchronization

/// What failed a moment ago: whoever asks for it again gets the same answer, and the origin is left in peace. Bounded in number and bytes;
/// what is forgotten early costs a fetch.
final class FailureMemory: Sendable {
  /// How long the first failure of a key is remembered: whoever tries again by hand gets an answer of the origin.
  static let first: Duration = .milliseconds(100)
  /// How long the second one is; each further one doubles it.
  static let second: Duration = .seconds(1)
  /// A `retry-after` beyond this counts as this.
  static let longestRetryAfter: Duration = .seconds(3_600)

  private struct Failure {
    let problem: Problem
    let at: WallTime
    let until: WallTime
    let pause: Duration
  }

  private let failures = Mutex(LRUTable<StoreKey, Failure>(limits: StoreLimits(entries: 4_096, bytes: 4 << 20)))
  private let longest: Duration

  /// `longest`: where doubling ends.
  init(longest: Duration) { self.longest = longest }

  /// The failure to answer with, if there is one. `insists`: the caller wants no stored answer; it waits for what the origin asked for
  /// with `retry-after`, and not for what doubling adds.
  func failure(of key: StoreKey, insists: Bool, at now: WallTime) -> (problem: Problem, timeToLive: Int64)? {
    failures.withLock { failures in
      guard let failure = failures.peek(key) else { return nil }
      let isAsked = failure.problem.retryAfter != nil
      let until = insists && !isAsked ? min(failure.until, failure.at + Self.second) : failure.until
      // A failure from the future was noted before the clock was set back.
      guard failure.at <= now, now < until else { return nil }
      let left = (until.milliseconds - now.milliseconds + 999) / 1_000
      var problem = failure.problem
      if isAsked { problem.retryAfter = Int(left) }
      return (problem, left)
    }
  }

  /// What says nothing about the origin: that no fetcher or no bus is there passes with the next one that comes; that too much waits, or that a
  /// caller's time passed, concerns those who waited.
  private static let passing: Set = [
    ProblemType.noWorker, ProblemType.noBus, ProblemType.cancelled, ProblemType.overloaded, ProblemType.deadline,
  ]

  /// Remembers failures of the origin only. An old failure does not lengthen the next pause.
  func note(_ problem: Problem, of key: StoreKey, at now: WallTime) {
    guard !Self.passing.contains(problem.type) else { return }
    let asked = problem.retryAfter.map { min(.seconds(max(0, $0)), Self.longestRetryAfter) } ?? .zero
    let size = (problem.detail?.utf8.count ?? 0) + problem.title.utf8.count + problem.extensions.count * 256 + 256
    failures.withLock { failures in
      let last = failures.peek(key).flatMap { now < $0.until + longest ? $0 : nil }
      let pause = min(last.map { max($0.pause * 2, Self.second) } ?? Self.first, longest)
      _ = failures.insert(
        Failure(problem: problem, at: now, until: now + max(pause, asked), pause: pause), for: key, size: size)
    }
  }

  /// The key was fetched.
  func forget(_ key: StoreKey) { failures.withLock { _ = $0.remove(key) } }

  /// A fetcher came, or another origin is asked: what failed may work now.
  func forgetAll() { failures.withLock { $0 = LRUTable(limits: $0.limits) } }

  var count: Int { failures.withLock { $0.count } }
}
