import OrderedJSON

/// A part of an open-loop schedule: the rate changes steadily, from that of the stage before, to ``rate`` within ``duration``.
struct Stage: ReportValue, Hashable {
  /// Requests per second at the end of the stage.
  let rate: Double
  let duration: Duration

  init(_ rate: Double, within duration: Duration) { (self.rate, self.duration) = (rate, duration) }

  init?(json: JSON) {
    guard let rate = json["rate"].flatMap(Double.init(json:)), let seconds = json["seconds"].flatMap(Double.init(json:)) else { return nil }
    self.init(rate, within: .seconds(seconds))
  }

  var json: JSON { ["rate": .number(rate), "seconds": .number(duration / .seconds(1))] }

  /// The highest rate that a schedule may have. No machine sends faster, and send times stay precise.
  static let maxRate = 10_000_000.0

  /// Completes "expected …" in an error.
  static let expected = "RATE:DURATION,… such as 100:10s,1000:30s,0:5s (a stage of 0s jumps to its rate)"

  /// Parses `100:10s,1000:30s,0:5s`, or `10s:100,30s:1000,5s:0` as in other load testers; `nil` if a stage is invalid, or if the stages send nothing.
  static func list(_ text: String) -> [Stage]? {
    let stages = text.split(separator: ",", omittingEmptySubsequences: false).all { part in
      let halves = part.split(separator: ":", omittingEmptySubsequences: false)
      return halves.count == 2 ? stage(halves[0], halves[1]) ?? stage(halves[1], halves[0]) : nil
    }
    return stages.flatMap { RateProfile($0).count > 0 ? $0 : nil }
  }

  private static func stage(_ rate: Substring, _ duration: Substring) -> Stage? {
    guard let rate = parseRate(rate), let duration = DurationText.parse(duration) else { return nil }
    return Stage(rate, within: duration)
  }

  /// Parses requests per second, 0 to ``maxRate``.
  static func parseRate(_ text: some StringProtocol) -> Double? { Decimal.parse(text).flatMap { $0 <= maxRate ? $0 : nil } }
}

/// The rate of an open-loop run over time, as straight lines, and the times at which its requests are due.
///
/// A request is due when the area under the lines reaches its number: at a constant rate r, request n is due n/r seconds after the start.
struct RateProfile: Sendable, Hashable {
  /// A straight line. Times are in seconds.
  struct Segment: Sendable, Hashable {
    let start, length: Double
    let startRate, endRate: Double
    /// The area under the lines before this one.
    let requestsBefore: Double

    private var slope: Double { (endRate - startRate) / length }

    /// Returns the area up to a time after the start.
    func requests(within time: Double) -> Double { requestsBefore + startRate * time + slope * time * time / 2 }

    /// Returns when the area reaches `requests`, which is at least ``requestsBefore``.
    func time(of requests: Double) -> Double {
      let wanted = requests - requestsBefore
      guard wanted > 0 else { return start }
      // The root of startRate·t + slope·t²/2 = wanted, in the form that also holds for a slope of 0.
      let root = max(0, startRate * startRate + 2 * slope * wanted).squareRoot()
      return start + min(length, 2 * wanted / (startRate + root))
    }
  }

  let segments: [Segment]
  let count: Int
  let duration: Duration

  /// The first stage starts at the rate 0. Stages without duration jump to their rate.
  init(_ stages: [Stage]) {
    var (segments, rate, time, requests): ([Segment], Double, Double, Double) = ([], 0, 0, 0)
    for stage in stages {
      let length = stage.duration / .seconds(1)
      if length > 0 {
        segments.append(Segment(start: time, length: length, startRate: rate, endRate: stage.rate, requestsBefore: requests))
        time += length
        requests += (rate + stage.rate) / 2 * length
      }
      rate = stage.rate
    }
    (self.segments, duration) = (segments, .seconds(time))
    count = Self.whole(requests)
  }

  /// Returns the number of requests that are due within an area. A rounding error must not add one at the end.
  static func whole(_ area: Double) -> Int { Int(max(0, (area - 1e-6).rounded(.up))) }

  /// Returns the profile after `duration` at the constant rate that it reaches first, for a warm-up.
  static func warmingUp(_ stages: [Stage], for duration: Duration) -> RateProfile {
    guard duration > .zero, let first = stages.first(where: { $0.rate > 0 }) else { return RateProfile(stages) }
    return RateProfile([Stage(first.rate, within: .zero), Stage(first.rate, within: duration), Stage(0, within: .zero)] + stages)
  }

  func averageRate(from start: Duration, to end: Duration) -> Double {
    let length = (end - start) / .seconds(1)
    return length > 0 ? (requests(before: end) - requests(before: start)) / length : 0
  }

  /// Returns the number of requests that are due before a time: the area under the lines. Takes logarithmic time.
  func requests(before time: Duration) -> Double {
    let seconds = time / .seconds(1)
    let next = segments.firstIndexInOrder { $0.start > seconds }
    guard next > 0 else { return 0 }
    let segment = segments[next - 1]
    return segment.requests(within: min(seconds - segment.start, segment.length))
  }
}

/// The send times of a ``RateProfile``, in order: each request's number and its time from the start. Each costs constant time.
struct SendTimes: Sequence, IteratorProtocol, Sendable {
  private let profile: RateProfile
  private var number = 0
  private var segment = 0

  init(_ profile: RateProfile) { self.profile = profile }

  mutating func next() -> (number: Int, time: Duration)? {
    guard number < profile.count else { return nil }
    defer { number += 1 }
    let segments = profile.segments
    while segment + 1 < segments.count, segments[segment + 1].requestsBefore <= Double(number) { segment += 1 }
    return (number, .seconds(segments[segment].time(of: Double(number))))
  }
}
