import Localization
import Models
import Platform
import Presentation
import Text

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
