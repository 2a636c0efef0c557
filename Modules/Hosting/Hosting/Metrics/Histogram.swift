import MessageBus
import OrderedJSON
import Platform
import Synchronization

/// A histogram of durations since the start, and of the last 10 seconds or more. Of constant size: 20 KB, and 60 KB once summaries are read.
final class Histogram: Sendable {
  struct Summary: Sendable {
    let all: DurationHistogram
    /// The values of the interval that ends with the summary.
    let recent: DurationHistogram
    let interval: Duration

    /// Times in milliseconds, rounded to the microsecond.
    var json: JSON {
      func percentile(_ share: Double, _ durations: DurationHistogram) -> JSON? { durations.percentile(share).map(Self.milliseconds) }
      var last: JSON.Object = ["count": .number(recent.count)]
      last["p50"] = percentile(0.5, recent)
      last["p99"] = percentile(0.99, recent)
      last["seconds"] = .number(Double(interval.wholeMilliseconds) / 1_000)
      var object: JSON.Object = ["count": .number(all.count)]
      for (name, share) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)] { object[name] = percentile(share, all) }
      object["max"] = Self.milliseconds(all.maximum)
      object["recent"] = .object(last)
      return .object(object)
    }

    private static func milliseconds(_ nanoseconds: Int) -> JSON { .number((Double(nanoseconds) / 1e3).rounded() / 1e3) }
  }

  /// Minimum age of the state that recent values are counted from, once the histogram is that old. If summaries are read often, it is at most
  /// about twice as old.
  private static let recentInterval = Duration.seconds(10)

  private typealias Past = (time: ContinuousClock.Instant, durations: DurationHistogram)

  private let durations = Mutex(DurationHistogram(bits: 7))
  /// The last two states that summaries have kept. Recent values are counted from the older one, because another reader may have made the newer
  /// one a moment ago.
  private let past: Mutex<(older: Past, newer: Past)>

  /// `start` is the beginning of the first interval of recent values.
  init(start: ContinuousClock.Instant = .now) { past = Mutex(((start, DurationHistogram(bits: 7)), (start, DurationHistogram(bits: 7)))) }

  func record(_ nanoseconds: Int) { durations.withLock { $0.record(nanoseconds) } }

  /// Returns the values so far; `nil` if nothing was recorded. Any number of readers may call this at any rate.
  func summary(at now: ContinuousClock.Instant) -> Summary? {
    // The past stays locked meanwhile, so that it is not newer than the state.
    past.withLock { past in
      let all = durations.withLock(\.self)
      guard all.count > 0 else { return nil }
      if past.newer.time.duration(to: now) >= Self.recentInterval { past = (past.newer, (now, all.copy)) }
      return Summary(all: all, recent: all.since(past.older.durations), interval: max(.zero, past.older.time.duration(to: now)))
    }
  }
}
