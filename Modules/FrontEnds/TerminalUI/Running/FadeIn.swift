import Explorer
import Presentation

/// Lets text that has arrived appear in two steps, from the faintest colour of the theme to its own. Pure: times count from any start.
struct FadeIn {
  static let step = Duration.milliseconds(50)
  private static let roles: [Role] = [.rule, .muted]

  private var last: Frame?
  /// When each cell that is not in its own colour yet was filled.
  private var filledAt: [Int: Duration] = [:]
  var isRunning: Bool { !filledAt.isEmpty }

  /// Returns the frame to show at `now`. Text is faded in only where the last frame was empty, or had an ellipsis in its place.
  mutating func fade(_ frame: Frame, _ theme: any Theme, at now: Duration, isUsed: Bool) -> Frame {
    defer { last = frame }
    guard isUsed, theme.hasFaintColor, let last, last.cells.count == frame.cells.count else {
      filledAt = [:]
      return frame
    }
    for index in frame.cells.indices where frame.cells[index] != last.cells[index] {
      filledAt[index] = last.cells[index].isEmpty && !frame.cells[index].isEmpty ? now : nil
    }
    filledAt = filledAt.filter { now - $0.value < Self.step * Self.roles.count }
    var faded = frame
    for (index, start) in filledAt {
      faded.cells[index].style.foreground = theme.style(Self.roles[Int((now - start) / Self.step)]).foreground
      faded.cells[index].style.attributes = []
    }
    return faded
  }
}

extension Cell {
  fileprivate var isEmpty: Bool { character == " " || character == "…" }
}
