import Console
import MessageBus
import Platform
import Presentation
import Synchronization
import TerminalText

/// Draws the live view on standard error from a thread of its own, so that a slow terminal costs no rate: on a terminal in place, otherwise as
/// lines, one per second. Shows the latest view if the stream is slower than that.
final class LiveDisplay: Sendable {
  private struct State {
    var view: LiveView?
    var isOver = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let surface: Surface
  private let pipe: WakePipe
  private let state = Mutex(State())

  /// Throws if no thread can be started.
  init(on surface: Surface) throws(SystemError) {
    self.surface = surface
    pipe = try WakePipe()
    try BackgroundThread.start { [self] in draw() }
  }

  func show(_ view: LiveView) {
    state.withLock { $0.view = view }
    pipe.wake()
  }

  /// Removes the line and returns when nothing more will be drawn.
  func close() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      state.withLock { state in
        state.isOver = true
        state.waiter = continuation
      }
      pipe.wake()
    }
  }

  private func draw() {
    var lastLine = Duration.seconds(-1)
    while true {
      pipe.wait()
      let (view, waiter): (LiveView?, CheckedContinuation<Void, Never>?) = state.withLock { state in
        defer { state.view = nil }
        return (state.isOver ? nil : state.view, state.waiter)
      }
      if let waiter {
        if surface.isTerminal { StandardOutput.write("\r\u{1B}[2K", to: .error) }
        return waiter.resume()
      }
      guard let view else { continue }
      if surface.isTerminal {
        StandardOutput.write("\r\u{1B}[2K\(view.styled(columns: (surface.columns ?? 80) - 1, surface.painter))", to: .error)
      } else if view.elapsed - lastLine >= .milliseconds(900) {
        lastLine = view.elapsed
        StandardOutput.write("\(view.plain)\n", to: .error)
      }
    }
  }
}

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
