/// A part of an open-loop schedule: the rate changes steadily, from that of the stage before, to ``rate`` within ``duration``.
struct Stage: Sendable, Hashable {
  /// Requests per second at the end of the stage.
  let rate: Double
  let duration: Duration

  init(_ rate: Double, within duration: Duration) {
    self.rate = rate
    self.duration = duration
  }

  /// The highest rate that a schedule may have. No machine sends faster, and send times stay precise.
  static let maxRate = 10_000_000.0

  /// Completes "expected …" in an error.
  static let expected = "RATE:DURATION,… such as 100:10s,1000:30s,0:5s (a stage of 0s jumps to its rate)"

  /// Parses `100:10s,1000:30s,0:5s`, or `10s:100,30s:1000,5s:0` as in other load testers; `nil` if a stage is invalid, or if the stages send nothing.
  static func list(_ text: String) -> [Stage]? {
    var stages: [Stage] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let halves = part.split(separator: ":", omittingEmptySubsequences: false)
      guard halves.count == 2, let stage = stage(halves[0], halves[1]) ?? stage(halves[1], halves[0]) else { return nil }
      stages.append(stage)
    }
    return RateProfile(stages).count > 0 ? stages : nil
  }

  private static func stage(_ rate: Substring, _ duration: Substring) -> Stage? {
    guard let rate = parseRate(rate), let duration = DurationText.parse(duration) else { return nil }
    return Stage(rate, within: duration)
  }

  /// Parses requests per second, 0 to ``maxRate``.
  static func parseRate(_ text: some StringProtocol) -> Double? {
    guard let rate = Decimal.parse(text), rate <= maxRate else { return nil }
    return rate
  }
}
