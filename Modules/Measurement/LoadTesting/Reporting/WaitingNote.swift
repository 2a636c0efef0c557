import Console
import MessageBus
import Platform
import Presentation
import TerminalText

/// Says on a terminal that a run has not started yet, because the target has not answered its first request.
struct WaitingNote: Sendable {
  /// Most targets answer sooner, and people notice a longer silence.
  static let standardDelay = Duration.milliseconds(500)

  /// Standard error; nothing is shown on `nil`, in a file and in a pipe.
  let surface: Surface?
  var delay = standardDelay
  var write: @Sendable (SafeText) -> Void = { StandardOutput.write($0, to: .error) }

  /// Returns what `body` returns. Shows the time that it takes, and erases the line at the end.
  func showing<Value: Sendable>(_ body: @Sendable () async throws(Problem) -> Value) async throws(Problem) -> Value {
    guard let surface, surface.isTerminal else { return try await body() }
    let drawing = Task { await draw(columns: (surface.columns ?? 80) - 1) }
    let result: Result<Value, Problem>
    do throws(Problem) { result = .success(try await body()) } catch { result = .failure(error) }
    drawing.cancel()
    if await drawing.value { write("\r\u{1B}[2K") }
    return try result.get()
  }

  /// Redraws the line until the task is cancelled. Returns whether there is a line.
  private func draw(columns: Int) async -> Bool {
    let start = ContinuousClock.now
    var isDrawn = false
    while (try? await Task.sleep(for: isDrawn ? Self.standardDelay : delay)) != nil {
      let seconds = Int(start.duration(to: .now) / .seconds(1))
      write("\r\u{1B}[2K\("waiting for the target  \(seconds) s".truncated(to: columns))")
      isDrawn = true
    }
    return isDrawn
  }
}
