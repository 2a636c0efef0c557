import Platform

/// Handles SIGINT, SIGTERM and SIGHUP: restores the terminal and ends the process at once, with exit code 130 for Ctrl-C.
enum SignalHandler {
  static func install() {
    TerminalRestoration.prepare()
    for signal in [Signal.interrupt, .terminate, .hangUp] {
      signal.handle { number in
        TerminalRestoration.restore()
        OwnProcess.exitAtOnce(Signal(rawValue: number).exitCode)
      }
    }
  }
}
