import Console
import Platform
import Presentation
import Synchronization
import Text

/// Draws the live view on standard error from a thread of its own, so that a slow terminal costs no rate: on a terminal in place, otherwise as
/// lines, one per second. Shows the latest view if the stream is slower than that.
final class LiveDisplay: Sendable {
  private struct State {
    var text: SafeText?
    /// The time of the latest line in a pipe.
    var lastLine = Duration.seconds(-1)
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let surface: Surface
  private let pipe: WakePipe
  private let state = Mutex(State())

  private static let erase: SafeText = "\r\u{1B}[2K"

  /// Throws if no thread can be started.
  init(on surface: Surface) throws(SystemError) {
    self.surface = surface
    pipe = try WakePipe()
    try BackgroundThread.start { [self] in draw() }
  }

  private var columns: Int { (surface.columns ?? 80) - 1 }

  func show(_ view: LiveView) {
    state.withLock { state in
      if surface.isTerminal {
        state.text = Self.erase + view.styled(columns: columns, surface.painter)
      } else if view.elapsed - state.lastLine >= .milliseconds(900) {
        state.lastLine = view.elapsed
        state.text = "\(view.plain)\n"
      }
    }
    pipe.wake()
  }

  /// Says on a terminal, until the task is cancelled, that the target has not answered its first request. Most targets answer sooner, and people
  /// notice a longer silence.
  func showWaiting() async {
    guard surface.isTerminal else { return }
    let start = ContinuousClock.now
    while (try? await Task.sleep(for: .milliseconds(500))) != nil {
      let seconds = Int(start.duration(to: .now) / .seconds(1))
      state.withLock { $0.text = Self.erase + SafeText("waiting for the target  \(seconds) s".truncated(to: columns)) }
      pipe.wake()
    }
  }

  /// Removes the line and returns when nothing more will be drawn.
  func close() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      state.withLock { $0.waiter = continuation }
      pipe.wake()
    }
  }

  private func draw() {
    while true {
      pipe.wait()
      let (text, waiter): (SafeText?, CheckedContinuation<Void, Never>?) = state.withLock { state in
        defer { state.text = nil }
        return (state.text, state.waiter)
      }
      if let waiter {
        if surface.isTerminal { StandardOutput.write(Self.erase, to: .error) }
        return waiter.resume()
      }
      if let text { StandardOutput.write(text, to: .error) }
    }
  }
}

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

  /// Returns the line for a terminal, at most `columns` wide: as many parts as fit, and the history if all do.
  func styled(columns: Int, _ painter: Painter) -> SafeText {
    var parts = parts
    let history = Quantity.sparkline(history)
    if (parts + [history]).joined(separator: "  ").columns <= columns {
      return painter.paint(plain, errors > 0 ? .bad : .text) + "  " + painter.paint(history, .accent)
    }
    while parts.count > 1, parts.joined(separator: "  ").columns > columns { parts.removeLast() }
    return painter.paint(parts.joined(separator: "  ").truncated(to: columns), errors > 0 ? .bad : .text)
  }

  private static func seconds(_ duration: Duration) -> String { "\(Int(duration / .seconds(1))) s" }
}
