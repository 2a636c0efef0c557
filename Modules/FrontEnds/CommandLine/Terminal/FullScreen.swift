import Console
import Contracts
import Localization
import MessageBus
import Models
import Platform
import Presentation
import Text

/// The terminal in full-screen mode: alternate screen, hidden cursor, unbuffered keys.
final class FullScreen: Sendable {
  private let saved: TerminalMode?

  private static let begin: SafeText = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
  private static let end: SafeText = "\u{1B}[?25h\u{1B}[?1049l"

  /// The types without cursor movement in use. This program does not read terminfo(5).
  static let limitedTypes = ["", "dumb", "unknown"]

  /// Throws if the terminal type in `environment` is missing or cannot move the cursor. `alternative` is the option that needs no full
  /// screen.
  static func check(_ environment: Environment, orUse alternative: String) throws(Problem) {
    let type = environment["TERM"] ?? ""
    guard limitedTypes.contains(type) else { return }
    throw Problem(
      500, "cannot use this terminal",
      detail: "terminal type '\(type)' is unknown or cannot move the cursor: set TERM or use \(alternative)",
      type: ProblemType.badRequest)
  }

  /// Enters full-screen mode. ``leave()`` restores the terminal.
  init() {
    saved = TerminalMode.current
    // Ctrl-C still sends a signal, whose handler restores the terminal.
    TerminalRestoration.arm(saved, sequence: Self.end.text)
    saved?.withoutLineEditing.apply()
    StandardOutput.write(Self.begin, to: .output)
  }

  func leave() {
    StandardOutput.write(Self.end, to: .output)
    saved?.apply()
    TerminalRestoration.disarm()
  }

  /// Draws all rows in one write. A terminal with synchronised output (mode 2026) shows them at once.
  func draw(_ lines: [SafeText]) {
    var text: SafeText = "\u{1B}[?2026h"
    for (index, line) in lines.enumerated() { text += "\u{1B}[\(index + 1);1H\u{1B}[2K\(line)" }
    StandardOutput.write(text + "\u{1B}[?2026l", to: .output)
  }

  /// Returns a pressed key without waiting; `nil` if there is none, or for a key that sends an escape sequence, such as an arrow key. Of
  /// several keys pressed since the last call, returns the first.
  func key() -> Unicode.Scalar? {
    guard saved != nil, Polling.wait(for: [StandardStream.input.descriptor], within: .zero)[0].contains(.readable),
      let bytes = try? StandardStream.input.read(upTo: 64), let first = bytes.first
    else { return nil }
    return first == 0x1B && bytes.count > 1 ? nil : Unicode.Scalar(first)
  }
}

/// Scrolls a crawl through the terminal. Restores the terminal at the end, also after an interrupt.
struct CrawlPlayer: Sendable {
  let film: Film
  let language: any Language
  let painter: Painter

  /// The speed in rows per second, slow enough to read the widest text.
  private static let speed = 2.0
  /// The time between two polls of the keyboard.
  private static let step = Duration.milliseconds(50)

  /// Plays on standard output until the text ends or the user quits.
  func play(columns: Int, rows: Int) async {
    let screen = FullScreen()
    defer { screen.leave() }
    var size = TerminalSize(columns: columns, rows: rows)
    var text = CrawlText(film, columns: size.columns - 4, language: language)
    var risen = 1.0
    var drawn: CrawlFrame?
    var isPaused = false
    while true {
      if let now = StandardStream.output.terminalSize, now != size {
        size = now
        text = CrawlText(film, columns: size.columns - 4, language: language)
      }
      let frame = CrawlFrame(text, risen: Int(risen), rows: size.rows, columns: size.columns)
      if frame.isOver { return }
      if frame != drawn { draw(frame, screen) }
      drawn = frame
      switch screen.key() {
      case "q", "Q", "\u{1B}", "\u{3}": return
      case " ": isPaused.toggle()
      default: break
      }
      try? await Task.sleep(for: Self.step)
      if !isPaused { risen += Self.speed * 0.05 }
    }
  }

  private func draw(_ frame: CrawlFrame, _ screen: FullScreen) {
    let lines = frame.lines.map { line -> SafeText in
      let role: Role =
        switch line.tone {
        case .bright: .crawl
        case .normal: .accent
        case .faint: .muted
        }
      return painter.paint(line.text, role)
    }
    screen.draw(lines)
  }
}
