import Platform

extension ExplorerLoop {
  func handle(_ signal: Signal) {
    switch signal {
    case .windowChange: redraw()
    case .terminalStop: suspend()
    case .continue:
      // The process was stopped by a signal that cannot be caught, and the shell has used the terminal meanwhile.
      terminal.restoreModes()
      redraw()
    default: exitReason = exitReason ?? .signal(signal)
    }
  }

  /// Restores the terminal and stops the process, as job control expects. Returns when the shell continues the process.
  func suspend() {
    terminal.leave()
    Signal.terminalStop.restoreDefault()
    Signal.terminalStop.raise()
    SignalPipe.catchSignal(.terminalStop)
    terminal.enter()
    redraw()
  }
}
