/// Adapts the number of concurrent requests to what an origin takes, as the Gradient2 limit of Netflix's concurrency-limits does. Pure.
///
/// After each window of responses (four times the limit, from 8 to 128), the limit becomes `limit × gradient + max(1, √limit ÷ 2)`. The
/// gradient is the usual time of a response, times ``tolerance``, divided by the average time in the window, from ½ to 1: the limit falls if
/// a whole window was much slower than usual, and rises otherwise. Single slow responses do not matter: their cause is often this machine.
/// The usual time follows the windows slowly, so a steady load does not lower the limit.
///
/// A response that shows that the origin has too much to do (no answer in time, 429, 503, a lost connection) lowers the limit by a fifth,
/// and those of the requests in flight at the same time count once. The limit stays between 1 and the ceiling, at which it starts.
struct AdaptiveLimit: Sendable {
  enum Sample: Sendable, Hashable {
    case answered(Duration)
    case overloaded
  }

  static let tolerance = 2.0
  /// Share of a window in the usual time after ``warmUp`` windows; before, the usual time is the average.
  private static let weight = 0.05
  private static let warmUp = 5

  let ceiling: Int
  private var estimate: Double
  /// The usual time of a response in nanoseconds; the average of the windows so far during the warm-up.
  private var usual = 0.0
  private var windows = 0
  /// Number of responses in this window, the sum of their times in nanoseconds, and the most requests in flight.
  private var count = 0
  private var sum: Int64 = 0
  private var mostInFlight = 0
  /// Number of responses until overload counts again.
  private var pardoned = 0

  /// - Parameter ceiling: the largest limit, at least 1.
  init(ceiling: Int) {
    self.ceiling = max(1, ceiling)
    estimate = Double(self.ceiling)
  }

  /// The number of requests that may be sent at once.
  var limit: Int { max(1, Int(estimate + 1e-9)) }

  /// Records a response.
  ///
  /// - Parameter inFlight: the number of requests at the origin when it was sent, this one included. The limit does not rise unless half of
  ///   it was used in the window: the responses do not show that the origin takes more.
  mutating func record(_ sample: Sample, inFlight: Int) {
    pardoned = max(0, pardoned - 1)
    switch sample {
    case .overloaded:
      guard pardoned == 0 else { return }
      pardoned = limit
      estimate = max(1, estimate * 0.8)
    case .answered(let duration):
      let (seconds, attoseconds) = duration.components
      sum += min(max(0, seconds), 3_600) * 1_000_000_000 + attoseconds / 1_000_000_000
      count += 1
      mostInFlight = max(mostInFlight, inFlight)
      if count >= min(128, max(8, 4 * limit)) { endWindow() }
    }
  }

  private mutating func endWindow() {
    let time = max(1, Double(sum) / Double(count))
    let isUsed = mostInFlight * 2 >= limit
    (count, sum, mostInFlight) = (0, 0, 0)
    windows += 1
    let gradient = windows == 1 ? 1 : min(1, max(0.5, Self.tolerance * usual / time))
    usual += (time - usual) * (windows <= Self.warmUp ? 1 / Double(windows) : Self.weight)
    let next = estimate * gradient + max(1, estimate.squareRoot() / 2)
    guard next <= estimate || isUsed else { return }
    estimate = min(Double(ceiling), max(1, next))
  }
}
