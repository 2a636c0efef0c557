import Explorer
import Glibc
import MessageBus
import Models
import Presentation
import TerminalText

/// Runs the explorer as a conversation in lines: standard input is read, standard output written.
struct PlainRun {
  private let wiring: Wiring

  init(_ wiring: Wiring) { self.wiring = wiring }

  /// Until the input ends or the person leaves. Never returns: in a pipe the exit code tells of the last line that failed.
  func run() -> Never {
    let wiring = wiring
    // The prompt is for whoever types; what comes from a pipe knows what it asked.
    let asks = isatty(STDIN_FILENO) == 1
    let first = Self.firstLine(of: wiring.options.place)
    Task.detached {
      var session = PlainSession(wiring.repository { _ in }, kinds: wiring.kinds, look: wiring.look(on: nil))
      var code = ExitCode.success
      if let first { await Self.take(first, &session, &code) }
      while true {
        if asks { Output.write("\(PlainSession.prompt)") }
        guard let line = readLine() else { break }
        if await !Self.take(line, &session, &code) { break }
      }
      _exit(asks ? 0 : code.number)
    }
    while true { pause() }
  }

  private static func firstLine(of place: Options.Place) -> String? {
    switch place {
    case .start: nil
    case .kind(let kind): kind.text
    case .record(let reference): reference.description
    case .search(let text): "search \(text)"
    case .status: "status"
    }
  }

  /// `false` when that was the end.
  @discardableResult
  private static func take(_ line: String, _ session: inout PlainSession, _ code: inout ExitCode) async -> Bool {
    switch await session.take(line) {
    case .lines(let lines): write(lines, to: STDOUT_FILENO)
    case .failed(let lines, let failure):
      write(lines, to: STDERR_FILENO)
      code = failure
    case .end: return false
    }
    return true
  }

  private static func write(_ lines: [String], to descriptor: Int32) {
    Output.write(SafeText(lines: lines), to: descriptor)
  }
}
