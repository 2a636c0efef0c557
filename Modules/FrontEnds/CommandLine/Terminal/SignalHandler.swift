import Platform

/// Restores the terminal and ends the process at once: with exit code 130 for Ctrl-C and accordingly for SIGTERM and SIGHUP, and by the
/// signal itself for SIGQUIT, whose default action is a core dump.
enum SignalHandler {
  static func install() {
    TerminalRestoration.prepare()
    for signal in [Signal.interrupt, .terminate, .hangUp] {
      signal.handle { number in
        TerminalRestoration.restore()
        OwnProcess.exitAtOnce(Signal(rawValue: number).exitCode)
      }
    }
    // A shell without job control starts background programs with SIGQUIT ignored.
    guard !Signal.quit.isIgnored else { return }
    Signal.quit.handle { number in
      TerminalRestoration.restore()
      // The signal is blocked in its handler, so that it ends the process when the handler returns.
      let signal = Signal(rawValue: number)
      signal.restoreDefault()
      signal.raise()
    }
  }
}
