import Console
import Platform
import Presentation
import Synchronization
import Text

/// Draws the live view on standard error: on a terminal in place, otherwise as lines, one per second. Leaves out what the stream cannot take at
/// once, so that a slow terminal costs no rate.
final class LiveDisplay: Sendable {
  private let surface: Surface
  /// The time of the latest line in a pipe.
  private let lastLine = Mutex(Duration.seconds(-1))

  private static let erase: SafeText = "\r\u{1B}[2K"

  init(on surface: Surface) { self.surface = surface }

  func show(_ view: LiveView) {
    if surface.isTerminal { return write(Self.erase + view.styled(columns: (surface.columns ?? 80) - 1, surface.painter)) }
    let isDue = lastLine.withLock { last in
      guard view.elapsed - last >= .milliseconds(900) else { return false }
      last = view.elapsed
      return true
    }
    if isDue { write("\(view.plain)\n") }
  }

  /// Removes the line.
  func close() { if surface.isTerminal { write(Self.erase) } }

  private func write(_ text: SafeText) {
    if Polling.canWrite(to: StandardStream.error.descriptor) { StandardOutput.write(text, to: .error) }
  }
}

/// The text of the live view: one line about the last second.
struct LiveView: Sendable, Hashable {
  /// Since the start, with the warm-up.
  let elapsed: Duration
  /// The planned duration; `nil` if it is unknown.
  let planned: Duration?
  let isWarmUp: Bool
  let rate: Double
  /// Requests per second that the plan asks for; `nil` in a closed loop.
  let askedRate: Double?
  /// 50th, 90th and 99th percentile and maximum of the latency in nanoseconds; empty without answers.
  let latencies: [Int]
  /// Since the end of the warm-up.
  let errors: Int

  /// Whether the plan is over and the run only waits for outstanding requests. The last view of the plan may be a moment late and does not count
  /// as waiting.
  private var isOver: Bool { planned.map { elapsed >= $0 + RunMonitor.period } ?? false }

  /// The parts of the line, the most important first.
  private var parts: [String] {
    var time = Self.seconds(isOver ? planned ?? elapsed : elapsed)
    if let planned { time += " of \(Self.seconds(planned))" }
    if isWarmUp || isOver { time += isWarmUp ? " (warm-up)" : " (waiting for answers)" }
    let asked = isOver ? "" : askedRate.map { " of \(Quantity.rate($0))" } ?? ""
    let values = zip(["p50", "p90", "p99", "max"], latencies).map { "\($0) \(Quantity.duration($1))" }
    return [time, "errors \(errors)", Quantity.rate(rate) + asked] + (values.isEmpty ? ["no answers"] : values)
  }

  /// The line for a pipe.
  var plain: String { parts.joined(separator: "  ") }

  /// Returns the line for a terminal, at most `columns` wide: as many parts as fit.
  func styled(columns: Int, _ painter: Painter) -> SafeText {
    var parts = parts
    let role: Role = errors > 0 ? .bad : .text
    while parts.count > 1, parts.joined(separator: "  ").columns > columns { parts.removeLast() }
    return painter.paint(parts.joined(separator: "  ").truncated(to: columns), role)
  }

  private static func seconds(_ duration: Duration) -> String { "\(Int(duration / .seconds(1))) s" }
}
