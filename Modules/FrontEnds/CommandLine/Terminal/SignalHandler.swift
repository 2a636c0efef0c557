import Platform

/// Restores the terminal, ends a process that is being started, and ends this one at once: with exit code 130 for Ctrl-C and accordingly for SIGTERM
/// and SIGHUP, and by the signal itself for SIGQUIT, whose default action is a core dump.
enum SignalHandler {
  /// The signals that end the process with an exit code.
  static let signals = [Signal.interrupt, .terminate, .hangUp]

  static func install() {
    TerminalRestoration.prepare()
    UnfinishedStart.prepare()
    for signal in signals {
      signal.handle { number in
        TerminalRestoration.restore()
        UnfinishedStart.end()
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
