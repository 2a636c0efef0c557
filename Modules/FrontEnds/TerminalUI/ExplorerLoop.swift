public import Contracts
public import Explorer
public import Localization
public import Platform
public import Presentation
import Synchronization

/// Runs an explorer on a terminal. One thread reads keys, updates and draws; slow work belongs to the effect runner.
public final class ExplorerLoop {
  public enum ExitReason: Sendable, Hashable {
    case quit
    case signal(Signal)
  }

  /// Opens a web page; returns `false` if there is no browser.
  public var openURL: (WebAddress) -> Bool = { _ in false }
  /// Saves a text that the terminal cannot copy. Returns what to say.
  public var saveCopy: (String) -> Phrase = { _ in "" }
  /// Whether to query the terminal's background, and to choose the theme by it.
  public var asksForBackground = false
  public var adaptsThemeToBackground = false

  private var explorer: Explorer
  private let keys: KeyMap
  private let terminal: Terminal
  private let signals: SignalPipe
  private let runner: EffectRunner
  private let queue: MessageQueue
  private let start: ContinuousClock.Instant
  private var isDirty = true
  /// Whether the terminal has more input than was read at once.
  private var hasUnreadInput = false
  /// Whether a key press was read whose response is not drawn yet.
  private var hasUndrawnKey = false
  private var lastFrame: Duration?
  private var exitReason: ExitReason?

  /// Minimum time between two frames that show new data. The response to a key is drawn at once.
  private static let frameInterval = Duration.milliseconds(8)

  public init(
    _ explorer: Explorer, keys: KeyMap, terminal: Terminal, signals: SignalPipe, runner: EffectRunner, queue: MessageQueue,
    start: ContinuousClock.Instant
  ) {
    (self.explorer, self.keys, self.terminal, self.signals) = (explorer, keys, terminal, signals)
    (self.runner, self.queue, self.start) = (runner, queue, start)
  }

  /// The signals that the ``SignalPipe`` must catch.
  public static let signals = [Signal.windowChange, .terminalStop, .continue, .terminate, .hangUp, .interrupt, .quit]

  /// Draws the first frame and runs until the loop ends. Restores the terminal before returning.
  public func run() -> ExitReason {
    defer { terminal.leave() }
    drawIfDue()
    if asksForBackground { terminal.askForBackground() }
    while true {
      if let exitReason { return exitReason }
      wait()
    }
  }

  private func wait() {
    let limit = hasUnreadInput ? .zero : isDirty ? frameDelay : nil
    let ready = Polling.wait(for: [StandardStream.input.descriptor, queue.descriptor, signals.descriptor], within: limit)
    if !ready[2].isEmpty { for signal in signals.drain() { handle(signal) } }
    if ready[0].contains(.closed) {
      // The terminal is gone. It may stay readable without any input, so this test comes first.
      exitReason = exitReason ?? .signal(.hangUp)
    } else if hasUnreadInput || ready[0].contains(.readable) {
      readInput()
      // The response to a key does not wait for the messages that have arrived meanwhile.
      drawIfDue()
    }
    if !ready[1].isEmpty { for message in queue.drain() { update(message) } }
    drawIfDue()
  }

  private var frameDelay: Duration {
    guard !hasUndrawnKey, let lastFrame else { return .zero }
    return max(.zero, lastFrame + Self.frameInterval - start.duration(to: .now))
  }

  private func drawIfDue() {
    guard isDirty, exitReason == nil, frameDelay == .zero else { return }
    let now = start.duration(to: .now)
    terminal.draw(ExplorerScreen.frame(of: explorer, at: Moment(now), keys: keys))
    (isDirty, hasUndrawnKey, lastFrame) = (false, false, now)
  }

  private func readInput() {
    hasUndrawnKey = true
    // Clicks refer to the frame that the user saw.
    let frame = terminal.shown
    let (inputs, isComplete) = terminal.read()
    hasUnreadInput = !isComplete
    // Characters in a row are one edit, since a pasted text may arrive as thousands of keys.
    var typed = ""
    func insertTyped() {
      if !typed.isEmpty { update(.edit(.insert(typed))) }
      typed = ""
    }
    for input in inputs where exitReason == nil {
      let message = message(for: input, on: frame)
      if case .edit(.insert(let text))? = message {
        typed += text
      } else {
        insertTyped()
        if let message { update(message) }
        if case .response(let response) = input { adopt(TerminalBackground(oscReply: "]\(response)")) }
      }
    }
    insertTyped()
  }

  private func message(for input: Input, on frame: Frame?) -> Message? {
    guard case .mouse(let mouse) = input else { return keys.message(for: input, isTyping: explorer.isTyping) }
    let target = frame?.hitTarget(column: mouse.column, row: mouse.row)
    return mouse.wheel.map { .wheel($0 * 3, target) } ?? target.map { .click($0) }
  }

  private func adopt(_ background: TerminalBackground?) {
    guard let background else { return }
    update(.terminalBackground(background))
    let theme = Themes.theme(for: background).name
    // Keep a theme that the user has chosen meanwhile.
    guard adaptsThemeToBackground, explorer.settings.theme.name == Themes.theme(for: nil).name, theme != explorer.settings.theme.name
    else { return }
    update(.navigate(.theme(theme)))
  }

  private func update(_ message: Message) {
    isDirty = true
    for effect in explorer.update(message, at: Moment(start.duration(to: .now))) { run(effect) }
  }

  private func run(_ effect: Effect) {
    switch effect {
    case .send, .cancel, .startTimer, .cancelTimer, .permitStart: runner.run(effect)
    case .copy(let text): if !terminal.copy(text) { say(saveCopy(text)) }
    // Many terminals open a URL that they show.
    case .openURL(let address): if !openURL(address) { say(Phrase("no web browser found for {url}", .text(address.text))) }
    case .setMouseReporting(let isUsed): terminal.setMouseReporting(isUsed)
    case .suspend: suspend()
    case .quit: exitReason = exitReason ?? .quit
    }
  }

  private func say(_ phrase: Phrase) { update(.toast(Toast(explorer.settings.language.say(phrase), .caution))) }

  private func handle(_ signal: Signal) {
    switch signal {
    case .windowChange: redraw()
    case .terminalStop: suspend()
    case .continue:
      // The process was stopped by a signal that cannot be caught, and the shell has used the terminal meanwhile.
      terminal.restoreModes()
      redraw()
    default: exitReason = exitReason ?? .signal(signal)
    }
  }

  /// Adopts the size of the terminal and redraws.
  private func redraw() { update(.resized(terminal.resize())) }

  /// Restores the terminal and stops the process, as job control expects. Returns when the shell continues the process.
  private func suspend() {
    terminal.leave()
    Signal.terminalStop.restoreDefault()
    Signal.terminalStop.raise()
    SignalPipe.catchSignal(.terminalStop)
    terminal.enter()
    redraw()
  }
}

/// A queue of messages from any thread to the drawing thread, which it wakes.
public final class MessageQueue: Sendable {
  var descriptor: Int32 { pipe.descriptor }
  private let pipe: WakePipe
  private let messages = Mutex<[Message]>([])

  /// Throws if no file descriptors are left.
  public init() throws(SystemError) { pipe = try WakePipe() }

  /// Appends a message. Never blocks.
  public func post(_ message: Message) {
    let isFirst = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    if isFirst { pipe.wake() }
  }

  func drain() -> [Message] {
    pipe.drain()
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
