import Contracts
import Localization
import Presentation
import Text

/// The load of the bus over time, per second, computed from the differences of counters.
struct RateHistory: Sendable {
  struct Sample: Sendable, Hashable {
    /// Requests to all services and to the origin, per second.
    var requests, fetches: Double
    /// Number of requests waiting for a worker.
    var queued: Int
    /// 99th percentile of the recent answers of the slowest service, in milliseconds; `nil` without answers.
    var p99: Double?
    /// Share of the requests that were hits since the last sample; if there were none, that of the last sample. `nil` without a cache.
    var hitRatio: Double?
    /// Processor time of all processes as a share of one processor.
    var load = 0.0
  }

  /// Maximum number of samples, two for each column of a graph.
  static let capacity = 240
  private static let maxCounters = 4_096

  private(set) var samples: [Sample] = []
  /// When the last snapshot was taken.
  private var last: Moment?
  /// The last known counters, also of workers that the last snapshot lacks.
  private var counters: [BusSnapshot.Counter: Int] = [:]

  /// Adds a snapshot; the first one is only compared with.
  mutating func add(_ snapshot: BusSnapshot, load: Double = 0, at now: Moment) {
    if counters.count >= Self.maxCounters { counters = [:] }
    var increase: [String: Int] = [:]
    for (counter, count) in snapshot.counters {
      // A counter that is new, or smaller after a restart, has not increased.
      let before = counters.updateValue(count, forKey: counter) ?? count
      increase[counter.name, default: 0] += max(0, count - before)
    }
    defer { last = now }
    guard let last, now > last else { return }
    let seconds = (now - last) / .seconds(1)
    func rate(_ name: String) -> Double { Double(increase[name] ?? 0) / seconds }
    let (hits, misses) = (rate("hits"), rate("misses"))
    let isAttached = snapshot.hasCache || snapshot.hasWorkers(of: .cache)
    let ratio = hits + misses > 0 ? hits / (hits + misses) : samples.last?.hitRatio ?? snapshot.hitRatio
    samples.append(
      Sample(
        requests: rate("requests"), fetches: rate("fetches"), queued: snapshot.services.reduce(0) { $0 + $1.queued },
        p99: snapshot.recentAnswerP99, hitRatio: isAttached ? ratio : nil, load: load))
    if samples.count > Self.capacity { samples.removeFirst() }
  }

  /// Forgets the counters because the bus became unreachable.
  mutating func discardBaseline() { (last, counters) = (nil, [:]) }
}

/// The graphs of the status page: bands of graphs side by side, the most useful first. Further bands and taller graphs use free rows.
struct StatusGraphs {
  static let gap = 4
  /// Rows of a graph, without its title.
  static let rows = 3
  static let maxRows = 16
  private static let minColumns = 12

  private let language: any Language
  private let samples: [RateHistory.Sample]

  init(_ rates: RateHistory, _ language: any Language) { (samples, self.language) = (rates.samples, language) }

  /// Returns as many bands as fit into `available` rows, and at least one; none before the first sample, or if the screen is too narrow.
  func lines(columns: Int, available: Int) -> [StyledText] {
    let perBand = columns >= StatusLayout.wideColumns ? 3 : 2
    let width = (columns - (perBand - 1) * Self.gap) / perBand
    guard !samples.isEmpty, width >= Self.minColumns else { return [] }
    let least = columns < 60 ? 2 : Self.rows
    // A band has a title, and an empty row before the next one.
    let bands = min(max(1, (available + 1) / (least + 2)), 6 / perBand)
    let rows = min(max(least, (available + 1) / bands - 2), Self.maxRows)
    let graphs = graphs(columns: width, rows: rows)
    let space = StyledText(String(repeating: " ", count: Self.gap))
    return (0..<bands).flatMap { band -> [StyledText] in
      let cells = graphs[band * perBand..<(band + 1) * perBand]
      let lines = (0...rows).map { line in cells.map { $0[line].padded(to: width) }.joined(by: space) }
      return band == 0 ? lines : [StyledText()] + lines
    }
  }

  private func graphs(columns: Int, rows: Int) -> [[StyledText]] {
    let figures = language.figures
    let share = { (value: Double) in figures.percent(value, places: 0) }
    func graph(
      _ title: Phrase, top: Double? = nil, _ text: (Double) -> String, _ value: (RateHistory.Sample) -> Double?
    ) -> [StyledText] {
      let values = samples.map(value)
      let last = values.last.flatMap(\.self)
      var head = StyledText(language.say(title), .muted) + (last.map { StyledText("  \(text($0))") } ?? StyledText("  —", .muted))
      // A tall graph has the value at its upper edge.
      if rows > Self.rows, let peak = top ?? values.suffix(2 * columns).compactMap(\.self).max() {
        let scale = StyledText("\(language.say(Phrase.max)) \(text(peak))", .muted)
        if head.columns + 1 < columns - scale.columns { head = head.padded(to: columns - scale.columns) + scale }
      }
      return [head.truncated(to: columns)]
        + BrailleGraph.lines(values.map { $0 ?? 0 }, columns: columns, rows: rows, top: top).map { StyledText($0, .good) }
    }
    return [
      graph(Phrase("Requests/s"), { figures.decimal($0) }, \.requests), graph(.p99, { figures.milliseconds($0) }, \.p99),
      graph(Phrase("Fetches/s"), { figures.decimal($0) }, \.fetches), graph(.hitRatio, top: 1, share, \.hitRatio),
      graph(.queued, { figures.integer(Int($0)) }) { Double($0.queued) }, graph(.load, share, \.load),
    ]
  }
}

extension StyledText {
  fileprivate func padded(to width: Int) -> StyledText { self + StyledText(String(repeating: " ", count: max(0, width - columns))) }
}

/// Numbers over time as an area of braille dots: two numbers a column, four steps a row.
enum BrailleGraph {
  /// Returns `rows` lines of `columns` characters, scaled to `top` or else to the largest shown value, with the newest value at the right end.
  /// Values that are not finite count as zero; each positive value has at least one dot.
  static func lines(_ values: [Double], columns: Int, rows: Int, top: Double? = nil) -> [String] {
    guard columns > 0, rows > 0 else { return [] }
    let shown = values.suffix(2 * columns).map { $0.isFinite ? max(0, $0) : 0 }
    let top = top ?? shown.max() ?? 0
    let heights = shown.map { $0 > 0 && top > 0 ? min(4 * rows, max(1, Int(($0 / top * Double(4 * rows)).rounded()))) : 0 }
    let steps = Array(repeating: 0, count: 2 * columns - shown.count) + heights
    return (0..<rows).map { row in
      func dots(_ index: Int) -> Int { min(4, max(0, steps[index] - 4 * (rows - 1 - row))) }
      // Braille patterns are the 256 scalars from U+2800 on.
      let scalars = (0..<columns).map { Unicode.Scalar(0x2800 + left[dots(2 * $0)] + right[dots(2 * $0 + 1)]) ?? " " }
      return String(String.UnicodeScalarView(scalars))
    }
  }

  /// The dots of the left and the right half of a character, filled from the bottom.
  private static let left: [UInt32] = [0, 0x40, 0x44, 0x46, 0x47]
  private static let right: [UInt32] = [0, 0x80, 0xA0, 0xB0, 0xB8]
}
