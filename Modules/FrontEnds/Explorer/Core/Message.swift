public import Models
public import Presentation

/// An input to ``Explorer/update(_:at:)``.
public enum Message: Sendable {
  case begin
  case resized(Viewport)
  case perform(Action)
  /// A key that no action has, as hints show it.
  case unknownKey(String)
  /// A key press in a text field.
  case edit(TextEdit)
  case click(HitTarget)
  /// The wheel was turned: the number of lines, positive is down, and the target under the pointer.
  case wheel(Int, HitTarget?)
  case received(RequestID, QueryResult)
  /// A part of a result; more parts or the result follow.
  case receivedPart(RequestID, QueryResult)
  case event(BusEvent)
  case timerFired(TimerID)
  /// The front-end opens a start location or changes a setting.
  case navigate(Destination)
  /// The terminal has reported its background.
  case terminalBackground(TerminalBackground)
  /// The front-end shows a short message.
  case toast(Toast)
}

extension Message {
  /// Whether the user pressed a key or clicked.
  var isInput: Bool {
    switch self {
    case .perform, .edit, .click, .unknownKey: true
    default: false
    }
  }

  /// Whether the user asks for something, so that a lost bus may be started again. Moving the selection does not.
  var asksForRecords: Bool {
    switch self {
    case .perform(.open), .perform(.reload), .perform(.random), .perform(.path), .edit, .navigate: true
    default: false
    }
  }
}

/// A change to a text field.
public enum TextEdit: Sendable, Hashable {
  /// Printable text without line breaks.
  case insert(String)
  case deleteBackward, deleteForward, deleteWord, deleteAll
  case moveLeft, moveRight, moveToStart, moveToEnd
}

/// Something on the screen that reacts to the mouse.
public enum HitTarget: Sendable, Hashable {
  case tab(Int)
  /// A row of the list in the left pane, counted from the first row of the list.
  case listRow(Int)
  /// The heading of a column of the list, by the canonical key of its field.
  case heading(String)
  /// A row of the detail in the right or only pane.
  case detailRow(Int)
  /// A row of the overlay.
  case overlayRow(Int)
  case action(Action)
  case list, detail, overlay
}

/// An event published on the bus, or a change of the connection to the bus.
public enum BusEvent: Sendable, Hashable {
  case changed(Reference)
  case listChanged(KindName)
  /// The origin validated an unchanged record.
  case confirmed(Reference)
  case listConfirmed(KindName)
  /// Anything may have changed: events were missed, or the cache was purged.
  case everythingInvalidated
  case historyChanged
  case fetchFailed(Reference)
  /// The origin works, and requests have failed.
  case originRecovered
  /// The search worker knows another number of records.
  case indexChanged
  /// A worker joined or left this service.
  case worker(service: String, joined: Bool)
  case bus(isReachable: Bool)
  /// No bus was running, and one is being started.
  case busStarting

  /// Whether failed requests may succeed now.
  var warrantsRetry: Bool {
    switch self {
    case .bus(isReachable: true), .worker(_, joined: true), .everythingInvalidated, .originRecovered: true
    default: false
    }
  }
}

/// Identifies a request. Never reused.
public struct RequestID: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let number: Int
  public var description: String { "#\(number)" }
  init(_ number: Int) { self.number = number }

  /// Whether `one` was issued before `other`.
  public static func < (one: RequestID, other: RequestID) -> Bool { one.number < other.number }
}

/// Identifies a timer. Starting a running timer again moves its time.
public enum TimerID: Sendable, Hashable {
  /// Typing paused: send the search.
  case typingPaused
  /// The query has not changed for a while: search at the origin as well.
  case querySettled
  /// The selection settled: load the references of the selected record.
  case selectionSettled
  /// A record has been on the screen for a while: load what its extras need, once nothing else is loading.
  case extrasDue
  /// A changed list has settled: reload it.
  case listSettled(KindName)
  /// Names and records have arrived for a while: filter and sort the rows of the tab, which may depend on them.
  case namesSettled(Tab.Content)
  /// The index may have grown: repeat the search.
  case indexGrew
  /// The next step of the crawl animation.
  case crawlStep
  /// The toast has been shown long enough.
  case toastExpired
  case statisticsDue
  /// Another program may have changed the favourites on the screen.
  case favouritesDue
  /// The log on the screen may have new lines.
  case logDue
  /// Requests have been pending long enough to show the indicator.
  case pendingIndicatorDue
}

/// A time since the explorer started. Code that depends on the time takes it as an argument.
public struct Moment: Sendable, Hashable, Comparable {
  public let sinceStart: Duration

  public init(_ sinceStart: Duration) { self.sinceStart = sinceStart }

  public static let zero = Moment(.zero)

  public static func - (later: Moment, earlier: Moment) -> Duration { later.sinceStart - earlier.sinceStart }
  public static func < (left: Moment, right: Moment) -> Bool { left.sinceStart < right.sinceStart }
}
