/// The search for the highest rate that a target sustains: the rate doubles until a trial fails, then the gap between the highest rate that
/// passed and the lowest that failed is halved until it is small enough.
struct LimitSearch: Sendable {
  /// The highest rate that passed; `nil` if none did.
  private(set) var passed: Double?
  /// The lowest rate that failed; `nil` if none did.
  private(set) var failed: Double?
  /// Why ``failed`` failed.
  private(set) var reason: String?
  private let first: Double
  /// The gap, as a part of ``failed``, at which the search ends.
  private let precision: Double

  /// - Parameter first: the rate of the first trial.
  init(startingAt first: Double, precision: Double = 0.02) {
    self.first = max(1, first)
    self.precision = precision
  }

  /// The rate of the next trial; `nil` once the limit is known, or if not even one request per second passes, or if
  /// ``Stage/maxRate`` does.
  var next: Double? {
    switch (passed, failed) {
    case (nil, nil): return first
    case (let passed?, nil): return passed < Stage.maxRate ? min(passed * 2, Stage.maxRate) : nil
    case (nil, let failed?): return failed > 1 ? max(1, (failed / 2).rounded()) : nil
    case (let passed?, let failed?):
      let middle = ((passed + failed) / 2).rounded()
      return failed - passed > precision * failed && middle > passed && middle < failed ? middle : nil
    }
  }

  /// Records a trial. `failure` is the reason why it failed; `nil` if it passed.
  ///
  /// Noise can let a rate pass above one that failed: the later trial counts.
  mutating func record(_ rate: Double, failure: String?) {
    if let failure {
      (failed, reason) = (rate, failure)
      if let passed, passed >= rate { self.passed = nil }
    } else {
      passed = rate
      if let failed, failed <= rate { (self.failed, reason) = (nil, nil) }
    }
  }
}
