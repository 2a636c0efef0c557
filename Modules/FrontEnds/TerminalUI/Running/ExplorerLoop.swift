public import Explorer
import Glibc
import Localization
import Presentation

/// Runs an explorer on a terminal: one thread reads keys, takes in messages, updates and draws. It waits for nothing else: whatever takes
/// time is a performer's, so a key is answered by the next frame whatever the bus does.
public final class ExplorerLoop {
  /// Why it ended.
  public enum Ending: Sendable, Hashable {
    case quit
    case signal(Int32)
  }

  /// What the program around it does for it.
  public struct Surroundings {
    /// Starts something that shows a page of the web; `false` when there is nothing.
    public var openURL: (String) -> Bool
    /// Keeps a text that the terminal does not take; where it is then, `nil` when it cannot be kept.
    public var keepCopy: (String) -> String?
    /// Asks the terminal for its background, and has the light theme where that is light.
    public var followsBackground = false

    public init(openURL: @escaping (String) -> Bool, keepCopy: @escaping (String) -> String?) {
      self.openURL = openURL
      self.keepCopy = keepCopy
    }
  }

  var explorer: Explorer
  let keys: KeyMap
  let terminal: Terminal
  let signals: SignalPipe
  let surroundings: Surroundings
  private let performer: Performer
  private let queue: MessageQueue
  private let start: ContinuousClock.Instant
  private let memory = ColumnMemory()
  private var pacing = FramePacing()
  private var isDirty = true
  /// When the key came whose frame is not drawn yet.
  private var keyCame: ContinuousClock.Instant?
  var ending: Ending?
  public private(set) var times = AnswerTimes()

  public init(
    _ explorer: Explorer, keys: KeyMap, terminal: Terminal, signals: SignalPipe, performer: Performer, queue: MessageQueue,
    start: ContinuousClock.Instant, surroundings: Surroundings
  ) {
    self.explorer = explorer
    self.keys = keys
    self.terminal = terminal
    self.signals = signals
    self.performer = performer
    self.queue = queue
    self.start = start
    self.surroundings = surroundings
  }

  /// The signals that ``SignalPipe`` must catch for it.
  public static let signals = [SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT]

  /// Draws at once, then until it ends. The terminal is given back by then.
  public func run() -> Ending {
    defer { terminal.leave() }
    drawFrame()
    if surroundings.followsBackground { terminal.askForBackground() }
    while true {
      if let ending { return ending }
      wait()
    }
  }

  /// Takes in `message` and does what it asks for.
  func update(_ message: Message) {
    let effects = explorer.update(message, at: Moment(start.duration(to: .now)))
    isDirty = true
    for effect in effects { perform(effect) }
  }

  /// The terminal is ours again, or has another size.
  func redraw() {
    update(.resized(terminal.resize()))
  }

  private func wait() {
    var polled = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0), pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.reading, events: Int16(POLLIN), revents: 0),
    ]
    let delay = pacing.delay(at: start.duration(to: .now))
    // Rounded up: polling again a moment too early would only turn the loop.
    let timeout = isDirty ? Int32((delay / .milliseconds(1)).rounded(.up)) : -1
    poll(&polled, nfds_t(polled.count), timeout)
    if polled[2].revents != 0 { for number in signals.take() { heed(number) } }
    if polled[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
      // The terminal is gone: nobody is left to draw for. It may count as readable too, with nothing to read for ever.
      ending = ending ?? .signal(SIGHUP)
    } else if polled[0].revents & Int16(POLLIN) != 0 {
      if keyCame == nil { keyCame = .now }
      readKeys()
    }
    if polled[1].revents != 0 { for message in queue.take() { update(message) } }
    if isDirty, pacing.delay(at: start.duration(to: .now)) == .zero { drawFrame() }
  }

  private func drawFrame() {
    guard ending == nil else { return }
    let now = start.duration(to: .now)
    isDirty = false
    if terminal.draw(ExplorerScreen.frame(of: explorer, at: Moment(now), keys: keys, memory: memory)) { times.frames += 1 }
    pacing.drew(at: now)
    if let came = keyCame {
      times.add(came.duration(to: .now))
      keyCame = nil
    }
  }

  private func readKeys() {
    // What was pointed at is looked up in the frame that the person saw.
    let frame = terminal.shown
    let inputs = terminal.read { pointing in
      let spot = frame?.spot(column: pointing.column, row: pointing.row)
      if let wheel = pointing.wheel { update(.wheel(wheel * 3, spot)) } else if let spot { update(.point(spot)) }
    }
    for input in inputs {
      if case .answer(let answer) = input {
        suit(TerminalBackground(answer: "]\(answer)"))
      } else if let message = keys.message(for: input, isTyping: explorer.isTyping) {
        update(message)
      }
    }
  }

  private func suit(_ background: TerminalBackground?) {
    guard surroundings.followsBackground, let background else { return }
    let theme = Themes.fitting(background).name
    // Whoever chose a theme meanwhile keeps it.
    if explorer.look.theme.name == Themes.fitting(nil).name, theme != explorer.look.theme.name { update(.go(.theme(theme))) }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .ask, .cancel, .wake, .sleep: performer.perform(effect)
    case .copy(let text): copy(text)
    case .openURL(let address):
      if !surroundings.openURL(address) { update(.remark(Remark(explorer.look.language.say(.cannotOpenBrowser), .caution))) }
    case .useMouse(let isUsed): terminal.useMouse(isUsed)
    case .suspend: suspend()
    case .quit: ending = ending ?? .quit
    }
  }

  private func copy(_ text: String) {
    guard !terminal.copy(text), let path = surroundings.keepCopy(text) else { return }
    update(.remark(Remark(explorer.look.language.say(.copiedToFile(path)), .caution)))
  }
}
