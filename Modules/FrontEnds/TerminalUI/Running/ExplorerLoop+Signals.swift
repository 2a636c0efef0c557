import Glibc

extension ExplorerLoop {
  func handle(_ number: Int32) {
    switch number {
    case SIGWINCH: redraw()
    case SIGTSTP: suspend()
    case SIGCONT:
      // The process was stopped by a signal that cannot be caught, and the shell has used the terminal meanwhile.
      terminal.restoreModes()
      redraw()
    default: exitReason = exitReason ?? .signal(number)
    }
  }

  /// Restores the terminal and stops the process, as job control expects. Returns when the shell continues the process.
  func suspend() {
    terminal.leave()
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    SignalPipe.catchSignal(SIGTSTP)
    terminal.enter()
    redraw()
  }
}
