import Console
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
