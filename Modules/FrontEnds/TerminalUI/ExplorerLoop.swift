public import Contracts
public import Explorer
import Localization
public import Platform
import Presentation
import Synchronization

/// Runs an explorer on a terminal. One thread reads keys, handles messages, updates and draws. Slow work belongs to the effect runner, so
/// every key is answered by the next frame, whatever the bus does.
public final class ExplorerLoop {
  /// Why the loop ended.
  public enum ExitReason: Sendable, Hashable {
    case quit
    case signal(Signal)
  }

  /// The file to which a text was copied, or why it could not be written.
  public enum SavedCopy: Sendable, Hashable {
    case file(String)
    case failed(path: String, reason: String)
  }

  /// Functions and options provided by the program.
  public struct Hooks {
    /// Opens a web page in a browser; returns `false` if there is no browser.
    public var openURL: (WebAddress) -> Bool
    /// Saves a copied text if the terminal has no clipboard or the text is too long for it.
    public var saveCopy: (String) -> SavedCopy
    /// Whether to query the terminal's background.
    public var asksForBackground = false
    /// Whether to switch to the light theme on a light background.
    public var adaptsThemeToBackground = false

    public init(openURL: @escaping (WebAddress) -> Bool, saveCopy: @escaping (String) -> SavedCopy) {
      self.openURL = openURL
      self.saveCopy = saveCopy
    }
  }

  var explorer: Explorer
  let keys: KeyMap
  let terminal: Terminal
  let signals: SignalPipe
  let hooks: Hooks
  private let runner: EffectRunner
  private let queue: MessageQueue
  private let start: ContinuousClock.Instant
  private var pacing = FramePacing()
  private var fadeIn = FadeIn()
  /// Whether the terminal has taken too long to show a frame, so that no further ones are drawn for the looks.
  private var isSlow = false
  private static let slowFrame = Duration.milliseconds(30)
  private var isDirty = true
  /// Whether the terminal has more input than was read at once. Signals and messages of the bus do not wait for it.
  private var hasUnreadInput = false
  /// Whether a key press was read whose response is not drawn yet.
  private var hasUndrawnKey = false
  var exitReason: ExitReason?

  public init(
    _ explorer: Explorer, keys: KeyMap, terminal: Terminal, signals: SignalPipe, runner: EffectRunner, queue: MessageQueue,
    start: ContinuousClock.Instant, hooks: Hooks
  ) {
    self.explorer = explorer
    self.keys = keys
    self.terminal = terminal
    self.signals = signals
    self.runner = runner
    self.queue = queue
    self.start = start
    self.hooks = hooks
  }

  /// The signals that the ``SignalPipe`` must catch.
  public static let signals = [Signal.windowChange, .terminalStop, .continue, .terminate, .hangUp, .interrupt, .quit]

  /// Draws the first frame and runs until the loop ends. Restores the terminal before returning.
  public func run() -> ExitReason {
    defer { terminal.leave() }
    drawFrame()
    if hooks.asksForBackground { terminal.askForBackground() }
    while true {
      if let exitReason { return exitReason }
      wait()
    }
  }

  func update(_ message: Message) {
    let effects = explorer.update(message, at: Moment(start.duration(to: .now)))
    isDirty = true
    for effect in effects { run(effect) }
  }

  /// Adopts the size of the terminal and redraws.
  func redraw() {
    update(.resized(terminal.resize()))
  }

  private func wait() {
    let limit = hasUnreadInput ? .zero : isDirty ? frameDelay : fadeIn.isRunning ? FadeIn.step : nil
    let descriptors = [StandardStream.input.descriptor, queue.descriptor, signals.descriptor]
    let ready = Polling.wait(for: descriptors, within: limit)
    isDirty = isDirty || fadeIn.isRunning
    if !ready[2].isEmpty { for signal in signals.drain() { handle(signal) } }
    if ready[0].contains(.closed) {
      // The terminal is gone. It may stay readable without any input, so this test comes first.
      exitReason = exitReason ?? .signal(.hangUp)
    } else if hasUnreadInput || ready[0].contains(.readable) {
      hasUndrawnKey = true
      readKeys()
      // The response to a key does not wait for the messages that have arrived meanwhile.
      drawFrameIfDue()
    }
    if !ready[1].isEmpty { for message in queue.drain() { update(message) } }
    drawFrameIfDue()
  }

  private var frameDelay: Duration { pacing.delay(at: start.duration(to: .now), for: hasUndrawnKey ? .key : .data) }

  private func drawFrameIfDue() { if isDirty, frameDelay == .zero { drawFrame() } }

  private func drawFrame() {
    guard exitReason == nil else { return }
    let now = start.duration(to: .now)
    isDirty = false
    let frame = ExplorerScreen.frame(of: explorer, at: Moment(now), keys: keys)
    // The response to a key is shown at once, and text that moves would never have its own colour.
    let fades = explorer.settings.usesMotion && !isSlow && !hasUndrawnKey && !explorer.hasOverlay
    let drawing = ContinuousClock.now
    terminal.draw(fadeIn.fade(frame, explorer.settings.theme, at: now, isUsed: fades))
    isSlow = isSlow || drawing.duration(to: .now) > Self.slowFrame
    pacing.frameDrawn(at: now)
    hasUndrawnKey = false
  }

  private func readKeys() {
    // Clicks refer to the frame that the user saw.
    let frame = terminal.shown
    let (inputs, isComplete) = terminal.read()
    hasUnreadInput = !isComplete
    var typed = TypedText()
    for input in inputs where exitReason == nil {
      if typed.append(message(for: input)) { continue }
      if let edit = typed.take() { update(edit) }
      switch input {
      case .mouse(let mouse):
        let target = frame?.hitTarget(column: mouse.column, row: mouse.row)
        if let wheel = mouse.wheel { update(.wheel(wheel * 3, target)) } else if let target { update(.click(target)) }
      case .response(let response): adopt(TerminalBackground(oscReply: "]\(response)"))
      case .stroke, .paste: if let message = message(for: input) { update(message) }
      }
    }
    if let edit = typed.take() { update(edit) }
  }

  private func message(for input: Input) -> Message? {
    keys.message(for: input, isTyping: explorer.isTyping, pageActions: explorer.borrowingActions)
  }

  private func adopt(_ background: TerminalBackground?) {
    guard let background else { return }
    update(.terminalBackground(background))
    guard hooks.adaptsThemeToBackground else { return }
    let theme = Themes.theme(for: background).name
    // Keep a theme that the user has chosen meanwhile.
    if explorer.settings.theme.name == Themes.theme(for: nil).name, theme != explorer.settings.theme.name {
      update(.navigate(.theme(theme)))
    }
  }

  private func run(_ effect: Effect) {
    switch effect {
    case .send, .cancel, .startTimer, .cancelTimer, .permitStart: runner.run(effect)
    case .copy(let text): copy(text)
    case .openURL(let address):
      if !hooks.openURL(address) {
        // Many terminals open a URL that they show.
        update(.toast(Toast(explorer.settings.language.say(.cannotOpenBrowser(address.text)), .caution)))
      }
    case .setMouseReporting(let isUsed): terminal.setMouseReporting(isUsed)
    case .suspend: suspend()
    case .quit: exitReason = exitReason ?? .quit
    }
  }

  private func copy(_ text: String) {
    guard !terminal.copy(text) else { return }
    let language = explorer.settings.language
    switch hooks.saveCopy(text) {
    case .file(let path): update(.toast(Toast(language.say(.copiedToFile(path)), .caution)))
    case .failed(let path, let reason): update(.toast(Toast(language.say(.cannotCopy(to: path, reason: reason)), .bad)))
    }
  }
}

extension ExplorerLoop {
  func handle(_ signal: Signal) {
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

  /// Restores the terminal and stops the process, as job control expects. Returns when the shell continues the process.
  func suspend() {
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
  public init() throws(SystemError) {
    pipe = try WakePipe()
  }

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
