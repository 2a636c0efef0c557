import CNCurses
import Contracts
import Explorer
import Glibc
public import MessageBus
public import Presentation
import TerminalText

/// The terminal of this process, with curses. One at a time, and on one thread: curses keeps its state in globals.
public final class Terminal {
  let screen: UnsafeMutablePointer<WINDOW>
  private let descriptor: OpaquePointer
  private var errors: ErrorRedirection?
  private let errorLog: String?
  private var decoder = KeyDecoder()
  private(set) var usesMouse: Bool
  private(set) var isShown = false
  /// What the terminal shows; `nil` when nobody knows.
  var shown: Frame?
  var pairs = ColorPairs()
  private let multiplexer: (tmux: Bool, screen: Bool)

  /// Takes the terminal that standard input and output are. `errorLog`: a file for what the process writes to standard error meanwhile.
  /// Throws when `TERM` names no terminal that could show a screen.
  public init(usesMouse: Bool, errorLog: String?) throws(Problem) {
    // Curses writes what the locale can: without one that knows UTF-8 there are no letters beyond ASCII.
    if setlocale(LC_CTYPE, "") == nil || String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    TerminalReset.remember()
    // Curses itself would end the process where the terminal is unknown; newterm returns nothing.
    guard let descriptor = curses_begin(), let window = curses_screen() else {
      throw Problem(
        500, "this terminal cannot show a screen", detail: "TERM is '\(name.printable)', which is not known here: set TERM, or use --plain",
        type: ProblemType.badRequest)
    }
    self.descriptor = descriptor
    screen = window
    self.usesMouse = usesMouse
    self.errorLog = errorLog
    multiplexer = (getenv("TMUX") != nil, getenv("STY") != nil)
    TerminalReset.arm()
    raw()
    noecho()
    nonl()
    set_escdelay(25)
    keypad(screen, true)
    nodelay(screen, true)
    leaveok(screen, true)
    // Else curses looks for keys between lines, gives a frame up when there are some, and writes it in pieces (curs_outopts(3)).
    typeahead(-1)
    if has_colors() {
      start_color()
      use_default_colors()
    }
    mouseinterval(0)
    CursesKeys.define()
    begin()
  }

  /// Gives the screen back. May be called twice; ``enter()`` takes it again.
  public func leave() {
    guard isShown else { return }
    isShown = false
    write(Self.pasteOff)
    endwin()
    TerminalReset.disarm()
    errors?.end()
    errors = nil
  }

  /// Takes the screen again after ``leave()``. What it shows is drawn anew.
  public func enter() {
    guard !isShown else { return }
    TerminalReset.arm()
    shown = nil
    resize()
    begin()
    clearok(screen, true)
  }

  /// Sets the terminal again as it was while it was ours, and draws everything anew.
  func reclaim() {
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

  /// The size as the terminal says; takes it over when it is another one than before.
  @discardableResult
  public func resize() -> Viewport {
    guard let now = TerminalSize.read() else { return viewport }
    if now != viewport {
      resizeterm(Int32(now.rows), Int32(now.columns))
      shown = nil
    }
    return now
  }

  public var viewport: Viewport { Viewport(columns: Int(getmaxx(screen)), rows: Int(getmaxy(screen))) }

  func useMouse(_ isUsed: Bool) {
    usesMouse = isUsed
    if isShown { mousemask(isUsed ? curses_mouse_events() : 0, nil) }
  }

  /// Everything that was put in and not read yet; pointing at something among it by `pointed`.
  func read(_ pointed: (Pointing) -> Void) -> [Input] {
    var inputs: [RawInput] = []
    var code: wint_t = 0
    reading: while true {
      switch wget_wch(screen, &code) {
      case KEY_CODE_YES where Int32(code) == KEY_MOUSE: if let pointing = pointing() { pointed(pointing) }
      case KEY_CODE_YES: if let input = CursesKeys.input(Int32(code)) { inputs.append(input) }
      case OK: if let scalar = Unicode.Scalar(code) { inputs.append(.character(scalar)) }
      default: break reading
      }
    }
    return decoder.decode(inputs)
  }

  private func pointing() -> Pointing? {
    var event = MEVENT()
    guard getmouse(&event) == OK else { return nil }
    let (column, row) = (Int(event.x), Int(event.y))
    if curses_is_wheel_up(event.bstate) != 0 { return Pointing(column: column, row: row, wheel: -1) }
    if curses_is_wheel_down(event.bstate) != 0 { return Pointing(column: column, row: row, wheel: 1) }
    return curses_is_click(event.bstate) != 0 ? Pointing(column: column, row: row, wheel: nil) : nil
  }

  /// Puts `text` into the clipboard; `false` when it is too long for that.
  func copy(_ text: String) -> Bool {
    guard let sequence = Clipboard.sequence(text, tmux: multiplexer.tmux, screen: multiplexer.screen) else { return false }
    write(sequence)
    return true
  }

  /// Asks for the background (OSC 11). The answer comes as input, if ever: terminals that do not know the question say nothing.
  func askForBackground() { write("\u{1B}]11;?\u{1B}\\") }

  /// Past curses, which has nothing to write whenever this is called.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let count = Glibc.write(STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno != EINTR, errno != EAGAIN { return }
        rest = rest.dropFirst(max(0, count))
      }
    }
  }

  private static let pasteOn = "\u{1B}[?2004h"
  private static let pasteOff = "\u{1B}[?2004l"
}

/// A place that was pointed at with the mouse.
struct Pointing: Sendable, Hashable {
  let column, row: Int
  /// Turns of the wheel, down is positive; `nil` for a click.
  let wheel: Int?
}
