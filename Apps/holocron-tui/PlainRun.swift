import Console
import Explorer
import MessageBus
import Models
import Platform
import Presentation
import Text

/// Runs the explorer line by line on standard input and standard output.
struct PlainRun {
  private let wiring: Wiring

  init(_ wiring: Wiring) { self.wiring = wiring }

  /// Runs until end of input or until the user quits, then ends the process. Without a terminal, the exit code is that of the last failed
  /// line.
  func run() -> Never {
    let wiring = wiring
    let isInteractive = StandardStream.input.isTerminal
    let first = Self.firstLine(of: wiring.options.startLocation)
    Task.detached {
      var session = PlainSession(
        wiring.repository(StartPermission()) { _ in }, observer: wiring.observer, fleet: wiring.fleet, kinds: wiring.kinds,
        settings: wiring.settings(on: nil), bus: wiring.options.bus, favourites: wiring.favourites)
      let input = PlainInput()
      var code = ExitCode.success
      if let first { await Self.run(first, &session, &code) }
      while true {
        if isInteractive { StandardOutput.write("\(PlainSession.prompt)") }
        guard let line = await input.next() else { break }
        if await !Self.run(line, &session, &code) { break }
      }
      OwnProcess.exitAtOnce(isInteractive ? 0 : code.number)
    }
    OwnProcess.waitForSignals()
  }

  private static func firstLine(of startLocation: Options.StartLocation) -> String? {
    switch startLocation {
    case .start: nil
    case .kind(let kind): kind.text
    case .record(let reference): reference.description
    case .search(let text): "search \(text)"
    case .status: "status"
    case .favourites: "favourites"
    }
  }

  /// Runs one line. Returns `false` if the user quits.
  @discardableResult
  private static func run(_ line: String, _ session: inout PlainSession, _ code: inout ExitCode) async -> Bool {
    guard let reply = await session.run(line) else { return false }
    StandardOutput.write(SafeText(lines: reply.lines), to: reply.failure == nil ? .output : .error)
    code = reply.failure ?? code
    return true
  }
}
