import CNCurses
import Contracts
import Explorer
public import MessageBus
import Platform
public import Presentation
import Text

/// The terminal of this process, driven by curses. Use one instance on one thread.
public final class Terminal {
  let screen: UnsafeMutablePointer<WINDOW>
  private var errors: ErrorRedirection?
  private let errorLog: String?
  private var decoder = KeyDecoder()
  private var usesMouse: Bool
  private var isShown = false
  /// The last frame written; `nil` if the content of the screen is unknown.
  var shown: Frame?
  var pairs = ColorPairs()
  private let originalMode: TerminalMode?
  private let multiplexer: (tmux: Bool, screen: Bool)
  private let hasClipboard: Bool

  /// Takes over the terminal on standard input and output; standard error goes to `errorLog`. Throws if the terminal cannot show a screen.
  public init(usesMouse: Bool, errorLog: String?) throws(Problem) {
    // Without a UTF-8 locale, curses writes ASCII only.
    curses_use_utf8()
    let environment = Environment.process
    originalMode = TerminalMode.current
    // Otherwise curses allocates all cells of the terminal. Without the size of the terminal, it starts with the one in terminfo(5).
    let size = StandardStream.output.terminalSize
    let isTooLarge = size.map { Viewport(of: $0) != Viewport(columns: $0.columns, rows: $0.rows) } ?? false
    if isTooLarge { use_env(false) }
    // `initscr` would end the process for an unknown terminal.
    guard curses_begin() != nil, let window = curses_screen() else {
      throw Problem(
        500, "cannot use this terminal",
        detail: "terminal type '\((environment["TERM"] ?? "").printable)' is unknown or cannot move the cursor: set TERM or use --plain",
        type: ProblemType.badRequest)
    }
    screen = window
    self.usesMouse = usesMouse
    self.errorLog = errorLog
    multiplexer = (environment.raw("TMUX") != nil, environment.raw("STY") != nil)
    hasClipboard = Clipboard.isPossible(on: environment.raw("TERM") ?? "")
    TerminalReset.arm(originalMode)
    raw()
    noecho()
    nonl()
    // After an escape, curses waits for the rest of a sequence. Terminals send sequences in one piece.
    if environment.raw("ESCDELAY") == nil { set_escdelay(Self.escapeDelay) }
    keypad(screen, true)
    nodelay(screen, true)
    leaveok(screen, true)
    // Otherwise curses checks for keys between lines, abandons the frame if there are any, and writes it in pieces (curs_outopts(3)).
    typeahead(-1)
    if has_colors() {
      start_color()
      use_default_colors()
    }
    mouseinterval(0)
    CursesKeys.define()
    if isTooLarge { resize() }
    begin()
  }

  /// Restores the terminal. May be called twice; ``enter()`` takes the terminal over again.
  func leave() {
    guard isShown else { return }
    isShown = false
    write(Self.pasteOff)
    endwin()
    // The cursor is at the start of the last row, which the shell writes its prompt over if the terminal has no alternate screen.
    if curses_capability("rmcup") == nil, let erase = curses_capability("el") {
      write(TerminalReset.withoutPadding(String(cString: erase)))
    }
    TerminalReset.disarm()
    errors?.end()
    errors = nil
  }

  /// Takes the terminal over again after ``leave()``. The next frame is drawn completely.
  func enter() {
    guard !isShown else { return }
    TerminalReset.arm(originalMode)
    shown = nil
    resize()
    begin()
    clearok(screen, true)
  }

  /// Sets the terminal modes again and has the next frame drawn completely.
  func restoreModes() {
    guard isShown else { return }
    reset_prog_mode()
    shown = nil
    mousemask(usesMouse ? curses_mouse_events() : 0, nil)
    write(Self.pasteOn)
    clearok(screen, true)
  }

  private func begin() {
    isShown = true
    errors = errorLog.flatMap { ErrorRedirection(to: $0) }
    mousemask(usesMouse ? curses_mouse_events() : 0, nil)
    write(Self.pasteOn)
  }

  /// Reads the size of the terminal and adopts a changed size.
  @discardableResult
  func resize() -> Viewport {
    guard let now = StandardStream.output.terminalSize.map({ Viewport(of: $0) }) else { return viewport }
    if now != viewport {
      resizeterm(Int32(now.rows), Int32(now.columns))
      shown = nil
    }
    return now
  }

  private var viewport: Viewport { Viewport(columns: Int(getmaxx(screen)), rows: Int(getmaxy(screen))) }

  func setMouseReporting(_ isUsed: Bool) {
    usesMouse = isUsed
    if isShown { mousemask(isUsed ? curses_mouse_events() : 0, nil) }
  }

  private static let maxKeysPerRead = 1_024

  /// Returns pending input, and whether that is all of it.
  func read() -> (inputs: [Input], isComplete: Bool) {
    var inputs: [RawInput] = []
    var isComplete = false
    while inputs.count < Self.maxKeysPerRead, !isComplete {
      var code: wint_t = 0
      switch wget_wch(screen, &code) {
      case KEY_CODE_YES where Int32(code) == KEY_MOUSE: inputs += mouseEvent().map { [.mouse($0)] } ?? []
      case KEY_CODE_YES: inputs += CursesKeys.input(Int32(code)).map { [$0] } ?? []
      case OK: inputs += Unicode.Scalar(code).map { [.character($0)] } ?? []
      default: isComplete = true
      }
    }
    return (decoder.decode(inputs, isComplete: isComplete, at: .now), isComplete)
  }

  private func mouseEvent() -> MouseEvent? {
    var event = MEVENT()
    guard getmouse(&event) == OK else { return nil }
    let wheel = curses_is_wheel_up(event.bstate) != 0 ? -1 : curses_is_wheel_down(event.bstate) != 0 ? 1 : nil
    guard wheel != nil || curses_is_click(event.bstate) != 0 else { return nil }
    return MouseEvent(column: Int(event.x), row: Int(event.y), wheel: wheel)
  }

  /// Copies `text` to the clipboard; returns `false` if it is too long or the terminal has no clipboard.
  func copy(_ text: String) -> Bool {
    guard hasClipboard, let sequence = Clipboard.sequence(text, tmux: multiplexer.tmux, screen: multiplexer.screen) else { return false }
    write(sequence)
    return true
  }

  /// Queries the background colour (OSC 11). The response, if any, arrives as input; terminals without support send none.
  func askForBackground() { write("\u{1B}]11;?\u{1B}\\") }

  /// Writes past curses, whose output buffer is empty whenever this is called.
  func write(_ text: String) { StandardStream.output.write(text) }

  /// How long an escape may be the start of a sequence, in milliseconds.
  private static let escapeDelay: Int32 = 5
  private static let pasteOn = "\u{1B}[?2004h"
  private static let pasteOff = "\u{1B}[?2004l"
}

extension Viewport {
  /// The size of the terminal on standard output; 80×24 if it is unknown.
  public static var terminal: Viewport { StandardStream.output.terminalSize.map { Viewport(of: $0) } ?? Viewport(columns: 80, rows: 24) }

  /// Maximum size that is drawn; the rest of a larger terminal stays empty.
  static let largest = Viewport(columns: 1_000, rows: 500)

  /// The part of a terminal of this size that is drawn.
  init(of size: TerminalSize) {
    self.init(columns: min(size.columns, Self.largest.columns), rows: min(size.rows, Self.largest.rows))
  }
}

/// Redirects standard error to a file, so that it does not garble the screen.
struct ErrorRedirection {
  private let saved: Descriptor
  private let file: Descriptor
  private let path: String

  /// Returns `nil` if the file cannot be opened; standard error is then unchanged.
  init?(to path: String) {
    guard let file = try? Descriptor.open(path, for: .appending, followsLink: false), let saved = StandardStream.error.duplicate() else {
      return nil
    }
    (self.saved, self.file, self.path) = (saved, file, path)
    FileLock.share(file)
    StandardStream.error.redirect(to: file)
  }

  /// Restores standard error. Removes the file if it is empty and no other process writes to it.
  func end() {
    StandardStream.error.redirect(to: saved)
    if file.size == 0, FileLock.isSole(file) { FileSystem.remove(path) }
  }
}

/// Restores the terminal when the process crashes.
enum TerminalReset {
  // Only the thread that owns the terminal uses it.
  private nonisolated(unsafe) static var isPrepared = false

  /// Restores the terminal on a crash from now on, once curses has loaded its description. `mode` is the mode before curses changed it.
  static func arm(_ mode: TerminalMode?) {
    guard !isPrepared else { return LastAction.terminal.rearm() }
    isPrepared = true
    LastAction.terminal.disarm()
    LastAction.terminal.arm(sequence, mode: mode)
    Signal.handleCrashes { number in
      LastAction.terminal.perform()
      CrashMark.write(number)
      Signal(rawValue: number).raise()
    }
  }

  static func disarm() { LastAction.terminal.disarm() }

  /// Resets the modes that this program sets, then those that terminfo names.
  private static var sequence: String {
    var text = "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l"
    for name in ["rmkx", "sgr0", "cnorm", "rmcup"] {
      if let capability = curses_capability(name) { text += withoutPadding(String(cString: capability)) }
    }
    return text
  }

  /// Removes terminfo padding, such as `$<5>`.
  static func withoutPadding(_ text: String) -> String {
    var kept = ""
    var rest = Substring(text)
    while let start = rest.firstRange(of: "$<"), let end = rest[start.upperBound...].firstIndex(of: ">") {
      kept += rest[..<start.lowerBound]
      rest = rest[rest.index(after: end)...]
    }
    return kept + rest
  }
}
