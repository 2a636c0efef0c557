public import Models
public import Presentation

/// Something that happened, for ``Explorer/update(_:at:)``.
public enum Message: Sendable {
  case begin
  case resized(Viewport)
  case act(Action)
  /// Keys that go into a field of text.
  case edit(TextEdit)
  case point(Spot)
  /// Lines that the wheel moved, down is positive, and what is under it.
  case wheel(Int, Spot?)
  case answered(Ticket, Answer)
  case notice(Notice)
  case ring(Alarm)
  /// What the front-end was started with, or found out of its terminal.
  case go(Destination)
  /// The front-end has something to say.
  case remark(Remark)
}

/// A change to a field of text.
public enum TextEdit: Sendable, Hashable {
  /// Printable, without line ends.
  case insert(String)
  case deleteBackward, deleteForward, deleteWord, deleteAll
  case moveLeft, moveRight, moveToStart, moveToEnd
}

/// Something drawn that can be pointed at.
public enum Spot: Sendable, Hashable {
  case tab(Int)
  /// A row of the list in the left pane, counted from its first row, shown or not.
  case listRow(Int)
  /// A row of the detail in the right (or the only) pane.
  case detailRow(Int)
  /// A row of the overlay on top.
  case overlayRow(Int)
  case action(Action)
  case list, detail, overlay
}

/// What the bus tells unasked.
public enum Notice: Sendable, Hashable {
  case changed(Reference)
  case listChanged(KindName)
  /// The origin vouched anew for what is unchanged: what is shown is younger than it says.
  case confirmed(Reference)
  case listConfirmed(KindName)
  /// Everything may have changed: events may have been missed up to now, or entries were purged.
  case changedSomehow
  case historyChanged
  case fetchFailed(Reference)
  /// A worker joined or left the service of that name.
  case worker(service: String, joined: Bool)
  case bus(isThere: Bool)
  /// Nobody listened, and a bus is being started.
  case busStarts

  /// Whether what failed may be had now.
  var isReasonToRetry: Bool {
    switch self {
    case .bus(isThere: true), .worker(_, joined: true), .changedSomehow: true
    default: false
    }
  }
}

/// Names a question that waits for its answer. Never used twice.
public struct Ticket: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let number: Int
  public var description: String { "#\(number)" }
  init(_ number: Int) { self.number = number }

  /// Whether it was issued earlier.
  public static func < (one: Ticket, other: Ticket) -> Bool { one.number < other.number }
}

/// A call to wake up later. An alarm that is set again while it waits is only moved.
public enum Alarm: Sendable, Hashable {
  /// Typing paused: time to ask.
  case typingPaused
  /// Typing has rested for so long that somebody means what stands there: time to ask the origin.
  case querySettled
  /// The selection rests: time to load what the preview points to.
  case selectionRests
  /// A list has changed and keeps still now: time to look what it is like.
  case listSettles(KindName)
  /// The index may know more than when it was asked.
  case indexGrew
  /// The next frame of a moving crawl.
  case crawlMoves
  /// A short remark on the status line has been read.
  case remarkFades
  /// Ages on the screen have grown.
  case agesGrew
  /// Statistics are due.
  case statisticsDue
  /// Questions have waited long enough to be shown as waiting.
  case waitingShows
}
