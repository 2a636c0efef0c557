import Glibc

extension ExplorerLoop {
  func heed(_ number: Int32) {
    switch number {
    case SIGWINCH: redraw()
    case SIGTSTP: suspend()
    case SIGCONT:
      // Stopped by a signal that cannot be caught, and continued: the shell has used the terminal meanwhile.
      terminal.reclaim()
      redraw()
    default: ending = ending ?? .signal(number)
    }
  }

  /// Gives the terminal back and stops the process, as the shell's job control expects; goes on here when the shell continues it.
  func suspend() {
    terminal.leave()
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    SignalPipe.catchSignal(SIGTSTP)
    terminal.enter()
    redraw()
  }
}
