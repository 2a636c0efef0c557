import Console
import Explorer
import MessageBus
import Models
import Platform
import Presentation
import TerminalUI
import Text

/// Runs the explorer in full screen.
struct FullScreenRun {
  private let wiring: Wiring
  private let start: ContinuousClock.Instant

  /// Throws if standard input or standard output is not a terminal.
  init(_ wiring: Wiring, start: ContinuousClock.Instant) throws(Problem) {
    guard StandardStream.input.isTerminal, StandardStream.output.isTerminal else {
      throw Problem(400, "not a terminal", detail: "run it in a terminal, use --plain, or use another command of holocron")
    }
    self.wiring = wiring
    self.start = start
  }

  /// Runs until the user quits, then ends the process. After a signal, ends the process with that signal.
  func run() throws(Problem) {
    let queue: MessageQueue
    let signals: SignalPipe
    do throws(SystemError) {
      queue = try MessageQueue()
      signals = try SignalPipe(ExplorerLoop.signals)
    } catch { throw Problem(500, "no file descriptors left", detail: error.reason) }
    let background = wiring.environment["COLORFGBG"].flatMap { TerminalBackground(colorVariable: $0) }
    var explorer = Explorer(
      kinds: wiring.kinds, settings: wiring.settings(on: background), viewport: .terminal, bus: wiring.options.bus,
      isEmbedded: wiring.options.isEmbedded, keepsFavourites: wiring.favourites != nil, day: Int(SystemTime.seconds / 86_400))
    let permission = StartPermission()
    let runner = EffectRunner(
      wiring.repository(permission) { queue.post(.event($0)) }, observer: wiring.observer, fleet: wiring.fleet,
      favourites: wiring.favourites,
      kinds: wiring.kinds, startPermission: permission, send: queue.post)
    // Send the first requests before setting up the terminal, so that both happen at the same time.
    for message in destinations(in: explorer).map({ .navigate($0) }) + [Message.begin] {
      for effect in explorer.update(message, at: .zero) { runner.run(effect) }
    }
    runner.subscribe()
    let log = errorLog
    if let log { prepareCrashReport(log) }
    let terminal = try Terminal(usesMouse: explorer.settings.usesMouse, errorLog: log)
    let loop = ExplorerLoop(
      explorer, keys: wiring.keys, terminal: terminal, signals: signals, runner: runner, queue: queue, start: start)
    loop.openURL = wiring.openPage
    loop.saveCopy = ClipboardFile(wiring.environment).write
    loop.asksForBackground = background == nil
    loop.adaptsThemeToBackground = wiring.preferences.theme == nil && background == nil
    let exitReason = loop.run()
    runner.stop()
    if case .signal(let signal) = exitReason {
      signal.restoreDefault()
      signal.raise()
    }
    // Threads of the bus may still be waiting for replies that are no longer needed.
    OwnProcess.exitAtOnce(0)
  }

  /// Returns the destinations to open in order. A record is opened on top of the list of its kind.
  private func destinations(in explorer: Explorer) -> [Destination] {
    func tab(_ content: Tab.Content) -> [Destination] {
      explorer.tabs.indices.filter { explorer.tabs[$0].content == content }.map { .tab($0) }
    }
    return switch wiring.options.startLocation {
    case .start: []
    case .kind(let kind): tab(.kind(kind))
    case .record(let reference): tab(.kind(reference.kind)) + [.record(reference)]
    case .search(let text): [.search(text)]
    case .status: tab(.status)
    case .favourites: tab(.favourites)
    }
  }

  /// After a crash, the log is among the reports of the services, which `holocron doctor` shows.
  private func prepareCrashReport(_ log: String) {
    let folder = "\(XDGFolders(wiring.environment).state)/crashes"
    let time = CalendarTime(secondsSince1970: SystemTime.seconds).text.replacing(":", with: "-")
    guard (try? Folder.create(folder)) != nil else { return }
    CrashMark.prepare(
      program: "\(Version.line(of: "holocron-tui")) (process \(OwnProcess.id))", log: log,
      report: "\(folder)/\(time)-explorer-\(OwnProcess.id).txt")
  }

  /// The file that receives standard error; `nil` if its folder cannot be created, so that standard error is not redirected.
  private var errorLog: String? {
    let folders = XDGFolders(wiring.environment)
    let folder = folders.state
    // Without a home folder, the log is in the runtime folder, which another user may have created.
    if folder == folders.runtime(), (try? RuntimeFolder.prepare(folder)) == nil { return nil }
    return (try? Folder.create(folder)).map { "\(folder)/tui.log" }
  }
}
