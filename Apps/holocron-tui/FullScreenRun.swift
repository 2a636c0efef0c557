import Explorer
import Glibc
import Launch
import MessageBus
import Models
import Presentation
import TerminalText
import TerminalUI

/// Runs the explorer on the terminal.
struct FullScreenRun {
  private let wiring: Wiring
  private let start: ContinuousClock.Instant

  /// Throws where there is no terminal.
  init(_ wiring: Wiring, start: ContinuousClock.Instant) throws(Problem) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw .usage("this is not a terminal: run it in one, or use --plain, or the command holocron")
    }
    self.wiring = wiring
    self.start = start
  }

  /// Returns when the person leaves; a signal that ended it ends the process.
  func run() throws(Problem) {
    let queue = try MessageQueue()
    let signals = try SignalPipe(ExplorerLoop.signals)
    let told = wiring.environment["COLORFGBG"].flatMap { TerminalBackground(colorVariable: $0) }
    var explorer = Explorer(kinds: wiring.kinds, look: wiring.look(on: told), viewport: TerminalSize.current)
    let performer = Performer(
      wiring.repository { queue.post(.notice($0)) }, observer: wiring.observer, kinds: wiring.kinds, send: queue.post)
    // Questions travel while the terminal is set up.
    for message in places(in: explorer).map({ .go($0) }) + [Message.begin] {
      for effect in explorer.update(message, at: .zero) { performer.perform(effect) }
    }
    performer.startListening()
    let terminal = try Terminal(usesMouse: explorer.look.usesMouse, errorLog: errorLog)
    var surroundings = ExplorerLoop.Surroundings(openURL: Web(wiring).open, keepCopy: KeptCopy(wiring.environment).keep)
    if case .automatic = wiring.preferences.theme.value { surroundings.followsBackground = told == nil }
    let loop = ExplorerLoop(
      explorer, keys: wiring.keys, terminal: terminal, signals: signals, performer: performer, queue: queue, start: start,
      surroundings: surroundings)
    let ending = loop.run()
    performer.stop()
    if wiring.environment["HOLOCRON_TUI_TIMES"] != nil { Output.write("holocron-tui: \(loop.times)\n", to: STDERR_FILENO) }
    if case .signal(let number) = ending {
      signal(number, SIG_DFL)
      raise(number)
    }
    // Threads of the bus may wait for answers that nobody needs any more.
    _exit(0)
  }

  /// Where to go, one after the other: a record is opened over the list of its kind.
  private func places(in explorer: Explorer) -> [Destination] {
    func tab(_ content: Tab.Content) -> [Destination] {
      explorer.tabs.indices.filter { explorer.tabs[$0].content == content }.map { .tab($0) }
    }
    return switch wiring.options.place {
    case .start: []
    case .kind(let kind): tab(.kind(kind))
    case .record(let reference): tab(.kind(reference.kind)) + [.record(reference)]
    case .search(let text): [.search(text)]
    case .status: tab(.status)
    }
  }

  /// `nil` when there is nowhere to write: then standard error is left alone.
  private var errorLog: String? {
    let folder = wiring.environment.stateFolder
    return (try? Folders.make(folder)).map { "\(folder)/tui.log" }
  }
}
