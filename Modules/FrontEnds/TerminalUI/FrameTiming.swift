import Explorer
import Presentation

/// Limits frames to 60 per second, without delaying the first ones after a pause. Pure: times count from any start.
///
/// A token bucket: each frame takes a token, and tokens are refilled one by one. A burst of frames, as at the start, needs no pause. Frames that
/// only show new data leave some tokens, so that the response to a key press is drawn at once while data arrive.
struct FramePacing: Sendable {
  /// Why a frame is drawn.
  enum Cause: Sendable {
    case key, data
  }

  static let maxFramesPerSecond = 60
  static let burst = 12
  /// Tokens that are kept for responses to keys.
  static let reserve = 4
  /// Refill time of one token. A burst and the tokens refilled within a second never exceed ``maxFramesPerSecond``.
  static let refillTime = Duration.seconds(1) / (maxFramesPerSecond - burst)

  /// Time from one frame to the next that only shows new data. Data arrive in pieces, and drawing each would delay the last one.
  static let dataInterval = Duration.milliseconds(6)

  /// When all tokens are refilled.
  private var refilledAt = Duration.zero
  /// When the last frame was drawn; `nil` before the first one.
  private var lastFrameAt: Duration?

  /// Returns how long to wait before the next frame; zero if it may be drawn at `now`.
  func delay(at now: Duration, for cause: Cause) -> Duration {
    let available = cause == .key ? Self.burst : Self.burst - Self.reserve
    var due = refilledAt - Self.refillTime * (available - 1)
    if cause == .data, let lastFrameAt { due = max(due, lastFrameAt + Self.dataInterval) }
    return max(.zero, due - now)
  }

  mutating func frameDrawn(at now: Duration) {
    lastFrameAt = now
    refilledAt = max(refilledAt, now) + Self.refillTime
  }
}

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
