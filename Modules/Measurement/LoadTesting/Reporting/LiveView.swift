import Presentation
import TerminalText

/// The text of the live view: one line about the last second.
struct LiveView: Sendable, Hashable {
  /// Since the start, with the warm-up.
  let elapsed: Duration
  /// The planned duration; `nil` if it is unknown.
  let planned: Duration?
  let isWarmUp: Bool
  /// Answers per second.
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

  /// Returns the line for a pipe.
  var plain: String {
    let end = planned.map { " of \(Self.seconds($0))" } ?? ""
    let state = isWarmUp ? " (warm-up)" : isOver ? " (waiting for answers)" : ""
    var parts = ["\(Self.seconds(isOver ? planned ?? elapsed : elapsed))\(end)\(state)"]
    parts.append("\(Self.perSecond(rate))" + (isOver ? "" : askedRate.map { " of \(Self.perSecond($0))" } ?? ""))
    for (name, value) in zip(["p50", "p90", "p99", "max"], latencies) { parts.append("\(name) \(DurationText.text(.nanoseconds(value)))") }
    if latencies.isEmpty { parts.append("no answers") }
    parts.append("errors \(errors)")
    return parts.joined(separator: "  ")
  }

  /// Returns the line for a terminal, at most `columns` wide.
  func styled(columns: Int, _ painter: Painter) -> SafeText {
    let text = plain.truncated(to: columns)
    let bars = Self.sparkline(history)
    let line = errors > 0 ? painter.paint(text, .bad) : painter.paint(text, .text)
    return text.columns + bars.columns + 2 <= columns ? line + "  " + painter.paint(bars, .accent) : line
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
