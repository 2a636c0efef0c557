import Presentation
import TerminalText

/// The text of the live view: one line about the last second.
struct LiveView: Sendable, Hashable {
  /// Since the start, with the warm-up.
  let elapsed: Duration
  /// The planned duration; `nil` if it is unknown.
  let planned: Duration?
  let isWarmUp: Bool
  /// Successful requests per second.
  let rate: Double
  /// Requests per second that the plan asks for; `nil` in a closed loop.
  let askedRate: Double?
  /// 50th, 90th and 99th percentile and maximum of the latency in nanoseconds; empty without answers.
  let latencies: [Int]
  /// Since the end of the warm-up.
  let errors: Int
  /// The 99th percentiles of the latest intervals in nanoseconds.
  let history: [Int]

  static let historyLength = 30

  /// Whether the plan is over and the run only waits for outstanding requests. The last view of the plan may be a moment late and does not count
  /// as waiting.
  private var isOver: Bool { planned.map { elapsed >= $0 + LoadSampler.period } ?? false }

  /// A part of the line. The parts of the highest rank are the first to be left out on a narrow terminal.
  private struct Part {
    let rank: Int
    let text: String
    /// What separates the part from the one before.
    var separator = "  "
  }

  /// Returns the line for a pipe.
  var plain: String { Self.line(parts) }

  private var parts: [Part] {
    var parts = [Part(rank: 1, text: Self.seconds(isOver ? planned ?? elapsed : elapsed))]
    if let planned { parts.append(Part(rank: 4, text: "of \(Self.seconds(planned))", separator: " ")) }
    if isWarmUp || isOver { parts.append(Part(rank: 2, text: isWarmUp ? "(warm-up)" : "(waiting for answers)", separator: " ")) }
    parts.append(Part(rank: 3, text: Self.perSecond(rate)))
    if let askedRate, !isOver { parts.append(Part(rank: 5, text: "of \(Self.perSecond(askedRate))", separator: " ")) }
    for ((name, rank), value) in zip([("p50", 7), ("p90", 8), ("p99", 6), ("max", 9)], latencies) {
      parts.append(Part(rank: rank, text: "\(name) \(DurationText.text(.nanoseconds(value)))"))
    }
    if latencies.isEmpty { parts.append(Part(rank: 6, text: "no answers")) }
    return parts + [Part(rank: 0, text: "errors \(errors)")]
  }

  private static func line(_ parts: [Part]) -> String {
    parts.dropFirst().reduce(parts.first?.text ?? "") { $0 + $1.separator + $1.text }
  }

  /// Returns the line for a terminal, at most `columns` wide. Parts that do not fit are left out, and the number of errors last.
  func styled(columns: Int, _ painter: Painter) -> SafeText {
    var parts = parts
    while parts.count > 1, Self.line(parts).columns > columns, let last = parts.indices.max(by: { parts[$0].rank < parts[$1].rank }) {
      parts.remove(at: last)
    }
    let text = Self.line(parts).truncated(to: columns)
    // Bars are shown only if no part is left out.
    let bars = Self.sparkline(history)
    let line = errors > 0 ? painter.paint(text, .bad) : painter.paint(text, .text)
    guard parts.count == self.parts.count, text.columns + bars.columns + 2 <= columns else { return line }
    return line + "  " + painter.paint(bars, .accent)
  }

  /// Returns a bar for each value, of a height in proportion to the largest.
  static func sparkline(_ values: [Int]) -> String {
    let bars = Array("▁▂▃▄▅▆▇█")
    guard let largest = values.max(), largest > 0 else { return "" }
    return String(values.suffix(historyLength).map { bars[Int((Double(max(0, $0)) / Double(largest) * Double(bars.count - 1)).rounded())] })
  }

  private static func perSecond(_ rate: Double) -> String { "\(Decimal.text(rate))/s" }
  private static func seconds(_ duration: Duration) -> String { "\(Int(duration / .seconds(1))) s" }
}
