import OrderedJSON

extension LoadReport {
  /// A part of a run, usually a second.
  struct Interval: ReportObject, Hashable {
    /// Seconds from the start of the run.
    var start = 0.0
    var duration = 0.0
    var isWarmUp = false
    /// Requests per second that the plan asked for, on average; `nil` in a closed loop.
    var intendedRate: Double?
    var sent = 0
    var done = 0
    /// Requests that failed: no answer, an error status, or a wrong body.
    var errors = 0
    /// Requests sent later than the generator's tolerance allows.
    var missed = 0
    /// Latencies of the requests that ended in the interval, from the intended send time.
    var latency = LatencyDistribution()
    /// Latencies of the same requests from the actual send.
    var service = LatencyDistribution()
    var cacheStatuses = Tally()

    static let members: [ReportMember<Self>] = [
      .init("start", \.start), .init("seconds", \.duration), .init("warmUp", \.isWarmUp), .init("intendedRate", \.intendedRate),
      .init("sent", \.sent), .init("done", \.done), .init("errors", \.errors), .init("missed", \.missed), .init("latency", \.latency),
      .init("service", \.service), .init("cacheStatuses", \.cacheStatuses),
    ]

    /// The member `totals` of a report.
    var sums: JSON {
      [
        "seconds": .number(duration), "asked": asked.map { .number($0) } ?? .null, "sent": .number(sent), "done": .number(done),
        "errors": .number(errors), "missed": .number(missed), "doneRate": .number(doneRate),
      ]
    }

    /// Significant bits of latencies in an interval: an error below 0.8 %, and a few hundred buckets.
    static let precision = 8

    /// Seconds from the start of the run.
    var end: Double { start + duration }
    var doneRate: Double { rate(Double(done)) }
    var sentRate: Double { rate(Double(sent)) }
    var asked: Double? { intendedRate.map { $0 * duration } }
    /// Failed requests as a share of those sent, 0…1.
    var errorShare: Double { sent > 0 ? min(1, Double(errors) / Double(sent)) : 0 }

    /// Returns a number of requests of the interval per second; 0 if it is too short to tell.
    func rate(_ count: Double) -> Double { duration >= 1e-6 ? count / duration : 0 }

    /// Returns the sums of neighbours, without latencies.
    /// - Parameter seconds: the time that rates refer to; `nil` for that of the parts.
    static func sum(of parts: some Collection<Interval>, over seconds: Double? = nil) -> Interval {
      var sum = Interval(start: parts.first?.start ?? 0, isWarmUp: parts.first?.isWarmUp ?? false)
      for part in parts {
        sum.duration += part.duration
        sum.sent += part.sent
        sum.done += part.done
        sum.errors += part.errors
        sum.missed += part.missed
      }
      sum.duration = seconds ?? sum.duration
      let asked = parts.compactMap(\.asked)
      sum.intendedRate = asked.isEmpty ? nil : sum.rate(asked.reduce(0, +))
      return sum
    }

    /// Returns at most `limit` intervals (or 3, if that is more) by joining equal numbers of neighbours. The warm-up and the time after it
    /// stay apart.
    static func joined(_ intervals: [Interval], atMost limit: Int) -> [Interval] {
      guard intervals.count > max(3, limit) else { return intervals }
      let end = intervals.firstIndex { !$0.isWarmUp } ?? intervals.count
      // Each side may have a last group that is smaller, so groups are large enough for two fewer than allowed.
      let size = (intervals.count - 1) / max(1, limit - 2) + 1
      return [intervals[..<end], intervals[end...]].flatMap { side in
        stride(from: side.startIndex, to: side.endIndex, by: size).map { joined(side[$0..<min($0 + size, side.endIndex)]) }
      }
    }

    /// Returns one interval for neighbours, whose warm-up flag is that of the first.
    static func joined(_ parts: ArraySlice<Interval>) -> Interval {
      var joined = sum(of: parts)
      joined.latency = .merged(parts.map(\.latency)).coarsened(toBits: precision)
      joined.service = .merged(parts.map(\.service)).coarsened(toBits: precision)
      joined.cacheStatuses = .merged(parts.map(\.cacheStatuses))
      return joined
    }
  }

  /// Counts by label, the largest first. Labels may come from an origin, so their number and their length are limited.
  struct Tally: ReportValue, Hashable {
    struct Entry: ReportObject, Hashable {
      var label = ""
      var count = 0
      static let members: [ReportMember<Self>] = [.init("label", \.label), .init("count", \.count)]
    }

    static let maximumEntries = 16
    /// In Unicode scalars.
    static let maximumLabelLength = 64
    static let other = "other"

    let entries: [Entry]

    /// Adds up equal labels. Labels beyond the limits count as ``other``, which comes last.
    init(_ counts: some Sequence<(key: String, value: Int)> = [:]) {
      var sums: [String: Int] = [:]
      for (label, count) in counts where count > 0 { sums[label.prefix(scalars: Self.maximumLabelLength), default: 0] += count }
      var rest = sums.removeValue(forKey: Self.other) ?? 0
      let sorted = sums.map { Entry(label: $0.key, count: $0.value) }.sorted { ($1.count, $0.label) < ($0.count, $1.label) }
      let limit = rest > 0 || sorted.count > Self.maximumEntries ? Self.maximumEntries - 1 : Self.maximumEntries
      for entry in sorted.dropFirst(limit) { rest += entry.count }
      entries = sorted.prefix(limit) + (rest > 0 ? [Entry(label: Self.other, count: rest)] : [])
    }

    init?(json: JSON) {
      guard let entries = [Entry](json: json) else { return nil }
      self.init(entries.map { (key: $0.label, value: $0.count) })
    }

    var json: JSON { entries.json }

    var total: Int { entries.reduce(0) { $0 + $1.count } }

    /// The count of a label, 0 if there is none.
    subscript(label: String) -> Int { entries.first { $0.label == label }?.count ?? 0 }

    /// Returns the share of a label in percent, as text.
    func share(of label: String) -> String { Quantity.percent(Double(self[label]) / Double(max(1, total))) }

    /// `hit 95.1 % · miss 4.9 %`
    var shares: String { entries.map { "\($0.label) \(share(of: $0.label))" }.joined(separator: " · ") }

    static func merged(_ parts: some Sequence<Tally>) -> Tally {
      Tally(parts.flatMap { part in part.entries.map { (key: $0.label, value: $0.count) } })
    }
  }
}

extension String {
  /// Returns the first Unicode scalars: a single character may have any number of them.
  func prefix(scalars count: Int) -> String { String(String.UnicodeScalarView(unicodeScalars.prefix(count))) }
}
