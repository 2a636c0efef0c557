import Contracts
import Localization
import Presentation
import Text

/// The load of the bus over time, per second, computed from the differences of counters.
struct RateHistory: Sendable {
  struct Sample: Sendable, Hashable {
    /// Requests to all services, per second, without those for statistics. With workers that do not count their requests, the statistics of
    /// other front-ends are included.
    var requests: Double
    /// Requests to the origin, per second; the average of ``averagedIntervals``.
    var fetches: Double
    /// Number of requests waiting for a worker.
    var queued: Int
    /// 99th percentile of the time that the slowest service has taken recently to answer, in milliseconds; `nil` if nothing was answered.
    var p99: Double?
    /// Share of the cache's requests since the last sample that were hits, from 0 to 1; that of the last sample if there were none, and `nil`
    /// without a cache.
    var hitRatio: Double?
    /// Processor time of all processes since the last sample, as a share of one processor.
    var load = 0.0
  }

  /// Maximum number of samples, two for each column of a graph.
  static let capacity = 240

  private(set) var samples: [Sample] = []
  /// When the last snapshot was taken, and the requests until then.
  private var baseline: (at: Moment, requests: Int)?
  /// The last known ``BusSnapshot/fetchCounts`` and ``BusSnapshot/requestCounts``.
  private var counts: [String: Int] = [:]
  /// The fetches between the last snapshots. One may lack a fetcher, whose next count includes its fetches during earlier intervals.
  private var intervals: [(seconds: Double, fetches: Int)] = []
  private static let averagedIntervals = 5
  /// The requests to the cache up to the last snapshot.
  private var hits: CacheHits?
  /// Maximum number of processes and services whose counts are kept.
  private static let maxCounts = 1_024

  /// Adds a snapshot. `polls` requests were sent for it, which are not counted. `load` is the processor time of all processes. The first
  /// snapshot, and the first one after a broker restart, only sets the baseline.
  mutating func add(_ snapshot: BusSnapshot, polls: Int, load: Double = 0, at now: Moment) {
    // The broker counts its own snapshot before those requests, so they appear in the next one.
    let fetches = increase(to: snapshot.fetchCounts)
    let counted = increase(to: snapshot.requestCounts)
    let hitRatio = newHitRatio(in: snapshot)
    defer { baseline = (now, snapshot.requests + polls) }
    guard let baseline, snapshot.requests >= baseline.requests else { return }
    let seconds = (now - baseline.at) / .seconds(1)
    guard seconds > 0 else { return }
    intervals = Array(intervals.suffix(Self.averagedIntervals - 1)) + [(seconds, fetches)]
    let averaged = intervals.reduce((seconds: 0.0, fetches: 0)) { ($0.seconds + $1.seconds, $0.fetches + $1.fetches) }
    samples.append(
      Sample(
        requests: Double(snapshot.requestCounts.isEmpty ? snapshot.requests - baseline.requests : counted) / seconds,
        fetches: Double(averaged.fetches) / averaged.seconds,
        queued: snapshot.services.reduce(0) { $0 + $1.queued }, p99: snapshot.recentAnswerP99,
        hitRatio: hitRatio, load: load))
    if samples.count > Self.capacity { samples.removeFirst(samples.count - Self.capacity) }
  }

  /// Returns by how much the counts of `snapshot` exceed the last known ones; 0 for the first count of each source, and after it was restarted.
  private mutating func increase(to snapshot: [String: Int]) -> Int {
    if counts.count >= Self.maxCounts { counts = [:] }
    return snapshot.reduce(0) { sum, source in
      let previous = counts.updateValue(source.value, forKey: source.key)
      return sum + max(0, source.value - (previous ?? source.value))
    }
  }

  /// Returns the hit ratio since the last snapshot; `nil` if no cache worker is attached. Workers that come and go change the counters in
  /// both directions.
  private mutating func newHitRatio(in snapshot: BusSnapshot) -> Double? {
    // A worker that is attached may have missed one poll.
    let isAttached = snapshot.services.contains { $0.name == ServiceName.cache.text && $0.workers > 0 }
    guard snapshot.cache != nil || isAttached else { return nil }
    let unchanged = samples.last?.hitRatio ?? snapshot.cache?.hitRatio
    guard let hits = snapshot.cache?.hits else { return unchanged }
    defer { self.hits = hits }
    guard let before = self.hits else { return hits.ratio ?? unchanged }
    let (answered, misses) = (hits.fresh + hits.stale - before.fresh - before.stale, hits.misses - before.misses)
    return answered < 0 || misses < 0 || answered + misses == 0 ? unchanged : answered / (answered + misses)
  }

  /// Discards the baseline because the bus became unreachable.
  mutating func discardBaseline() {
    baseline = nil
    counts = [:]
    intervals = []
    hits = nil
  }
}

/// The graphs of the status page: bands of graphs side by side, the most useful first. Further bands and taller graphs use free rows.
struct StatusGraphs: Sendable {
  /// Empty if nothing was measured yet, or if the screen is too narrow.
  private(set) var lines: [StyledText] = []

  private struct Graph {
    let title: String
    /// `nil` where nothing was measured, which is drawn as zero.
    let values: [Double?]
    /// The value at the upper edge; `nil` for the largest one shown.
    var top: Double?
    let text: (Double) -> String

    /// The title and the last value and, in tall graphs, the value at the upper edge.
    func head(_ width: Int, _ language: any Language, showsTop: Bool) -> StyledText {
      let last: Double? = values.last ?? nil
      let head = StyledText(title, .muted) + (last.map { StyledText("  \(text($0))") } ?? StyledText("  —", .muted))
      guard let peak = top ?? values.suffix(2 * width).compactMap(\.self).max() else { return head }
      let scale = "\(language.say(StatusPhrase.max)) \(text(peak))"
      let room = width - head.columns - scale.columns
      return showsTop && room > 1 ? head + StyledText(String(repeating: " ", count: room) + scale, .muted) : head
    }
  }

  static let gap = 4
  /// Rows of a graph, without its title.
  static let rows = 3
  static let maxRows = 16
  private static let minColumns = 12

  /// Lays out as many bands of graphs as fit into `available` rows without scrolling; at least one.
  init(_ rates: RateHistory, _ language: any Language, columns: Int, available: Int = 0) {
    guard !rates.samples.isEmpty else { return }
    let perBand = columns >= StatusLayout.wideColumns ? 3 : 2
    let width = (columns - (perBand - 1) * Self.gap) / perBand
    guard width >= Self.minColumns else { return }
    let graphs = Self.graphs(rates.samples, language)
    let least = columns < 60 ? 2 : Self.rows
    // A band has a title, and an empty row before the next one.
    let bands = min(max(1, (available + 1) / (least + 2)), graphs.count / perBand)
    let rows = min(max(least, (available + 1) / bands - 2), Self.maxRows)
    for band in 0..<bands {
      if band > 0 { lines.append(StyledText()) }
      let cells = graphs[band * perBand..<(band + 1) * perBand].map { graph -> [StyledText] in
        let drawn = BrailleGraph.lines(graph.values.map { $0 ?? 0 }, columns: width, rows: rows, top: graph.top)
        return [graph.head(width, language, showsTop: rows > Self.rows)] + drawn.map { StyledText($0, .good) }
      }
      lines += (0...rows).map { line in Self.joined(cells.map { $0[line] }, width) }
    }
  }

  private static func graphs(_ samples: [RateHistory.Sample], _ language: any Language) -> [Graph] {
    let figures = language.figures
    let rate = { (value: Double) in figures.decimal(value) }
    let share = { (value: Double) in figures.percent(value, places: 0) }
    return [
      Graph(title: language.say(.requestRate), values: samples.map(\.requests), text: rate),
      Graph(title: language.say(.p99), values: samples.map(\.p99)) { figures.milliseconds($0) },
      Graph(title: language.say(.fetchRate), values: samples.map(\.fetches), text: rate),
      Graph(title: language.say(.hitRatio), values: samples.map(\.hitRatio), top: 1, text: share),
      Graph(title: language.say(.queued), values: samples.map { Double($0.queued) }) { figures.integer(Int($0)) },
      Graph(title: language.say(.load), values: samples.map(\.load), text: share),
    ]
  }

  private static func joined(_ cells: [StyledText], _ width: Int) -> StyledText {
    cells.reduce(into: (text: StyledText(), column: 0)) { row, cell in
      row.text += StyledText(String(repeating: " ", count: max(0, row.column - row.text.columns))) + cell.truncated(to: width)
      row.column += width + gap
    }.text
  }
}

/// Renders numbers over time as an area of braille dots, two numbers for each column and four steps for each row.
enum BrailleGraph {
  /// Returns `rows` lines of `columns` characters, the top line first, scaled to `top` or else to the largest of the shown values. The
  /// newest value is at the right end. Values that are not finite count as zero; each positive value has at least one dot.
  static func lines(_ values: [Double], columns: Int, rows: Int, top: Double? = nil) -> [String] {
    guard columns > 0, rows > 0 else { return [] }
    let shown = values.suffix(2 * columns).map { $0.isFinite ? max(0, $0) : 0 }
    let top = top ?? shown.max() ?? 0
    let heights = Array(repeating: 0, count: 2 * columns - shown.count) + shown.map { height(of: $0, top, steps: 4 * rows) }
    return (0..<rows).map { row in
      let floor = 4 * (rows - 1 - row)
      return String(
        String.UnicodeScalarView(
          (0..<columns).map { column in
            let left = Self.left[min(4, max(0, heights[2 * column] - floor))]
            let right = Self.right[min(4, max(0, heights[2 * column + 1] - floor))]
            // Braille patterns are the 256 scalars from U+2800 on.
            return Unicode.Scalar(0x2800 + left + right) ?? " "
          }))
    }
  }

  private static func height(of value: Double, _ top: Double, steps: Int) -> Int {
    guard value > 0, top > 0 else { return 0 }
    return min(steps, max(1, Int((value / top * Double(steps)).rounded())))
  }

  /// The dots of the left and the right half of a character, filled from the bottom.
  private static let left: [UInt32] = [0, 0x40, 0x44, 0x46, 0x47]
  private static let right: [UInt32] = [0, 0x80, 0xA0, 0xB0, 0xB8]
}
