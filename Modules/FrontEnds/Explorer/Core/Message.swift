public import Contracts
public import MessageBus
public import Models
public import OrderedJSON
public import Presentation

/// An input to ``Explorer/update(_:at:)``.
public enum Message: Sendable {
  case begin
  case resized(Viewport)
  case perform(Action)
  /// A key without an action.
  case unknownKey(String)
  case edit(TextEdit)
  case click(HitTarget)
  /// The wheel was turned by this number of lines, positive is down, over this target.
  case wheel(Int, HitTarget?)
  case received(RequestID, QueryResult)
  /// A part of a result, which follows.
  case receivedPart(RequestID, QueryResult)
  case event(BusEvent)
  case timerFired(TimerID)
  /// The front-end opens a start location or changes a setting.
  case navigate(Destination)
  case terminalBackground(TerminalBackground)
  /// The front-end shows a short message.
  case toast(Toast)
}

extension Message {
  var isInput: Bool {
    switch self {
    case .perform, .edit, .click, .unknownKey: true
    default: false
    }
  }

  /// Whether the user does something else than to open another tab.
  var isMoreThanLooking: Bool {
    switch self {
    case .perform(.nextTab), .perform(.previousTab), .click(.tab): false
    case .perform(let action): action.tab == nil
    case .edit, .click, .wheel, .navigate(.record), .navigate(.search): true
    default: false
    }
  }

  /// Whether the user asks for something, so that a lost bus may be started again.
  var asksForRecords: Bool {
    switch self {
    case .perform(.open), .perform(.reload), .perform(.random), .perform(.path), .edit, .navigate: true
    default: false
    }
  }
}

/// A change to a text field.
public enum TextEdit: Sendable, Hashable {
  case insert(String)
  case deleteBackward, deleteForward, deleteWord, deleteAll
  case moveLeft, moveRight, moveToStart, moveToEnd
}

/// Something on the screen that reacts to the mouse.
public enum HitTarget: Sendable, Hashable {
  case tab(Int)
  /// A row of the list in the left pane, counted from the start of the list.
  case listRow(Int)
  /// The heading of a column, by the key of its field.
  case heading(String)
  /// A row of the detail in the right or only pane.
  case detailRow(Int)
  case overlayRow(Int)
  case action(Action)
  case list, detail, overlay
}

/// An event on the bus, or a change of the connection to it.
public enum BusEvent: Sendable, Hashable {
  case topic(Topic)
  case originRecovered
  /// The search worker knows another number of records.
  case indexChanged
  case bus(isReachable: Bool)
  case busStarting

  /// Anything may have changed: events were missed, or the cache was purged.
  static let everythingInvalidated = BusEvent.topic(.purged(.everything))

  /// Whether failed requests may succeed now.
  var warrantsRetry: Bool {
    switch self {
    case .bus(isReachable: true), .topic(.workerJoined), .everythingInvalidated, .originRecovered: true
    default: false
    }
  }
}

/// Identifies a request; a later request has a larger one.
public typealias RequestID = Int

/// Identifies a timer. Starting a running timer again moves its time.
public enum TimerID: Sendable, Hashable {
  /// Send the search.
  case typingPaused
  /// Search at the origin as well.
  case querySettled
  /// Load the references of the selected record.
  case selectionSettled
  /// Load what the extras of a record need.
  case extrasDue
  case listSettled(KindName)
  /// Filter and sort the rows of the tab with the names and records that have arrived.
  case namesSettled(Tab.Content)
  /// Repeat the search in an index that may have grown.
  case indexGrew
  case crawlStep
  case toastExpired
  case statisticsDue
  case logDue
  case pendingIndicatorDue
}

/// A time since the explorer started.
public struct Moment: Sendable, Hashable, Comparable {
  public let sinceStart: Duration

  public init(_ sinceStart: Duration) { self.sinceStart = sinceStart }

  public static let zero = Moment(.zero)

  public static func + (moment: Moment, delay: Duration) -> Moment { Moment(moment.sinceStart + delay) }
  public static func - (later: Moment, earlier: Moment) -> Duration { later.sinceStart - earlier.sinceStart }
  public static func < (left: Moment, right: Moment) -> Bool { left.sinceStart < right.sinceStart }
}

/// A side effect requested by `update`. The ``EffectRunner`` performs it and sends the result as a message.
public enum Effect: Sendable, Hashable {
  case send(RequestID, ExplorerQuery)
  case cancel(RequestID)
  case startTimer(TimerID, after: Duration)
  case cancelTimer(TimerID)
  /// Whether requests may start a bus from now on.
  case permitStart(Bool)
  case copy(String)
  case openURL(WebAddress)
  case setMouseReporting(Bool)
  case suspend
  case quit
}

/// A request to the services on the bus.
public enum ExplorerQuery: Sendable, Hashable {
  case record(Reference, revalidate: Bool)
  /// Names of records, in parts. Those that are not cached fail if only the cache is asked.
  case names([Reference], cachedOnly: Bool = false)
  /// One page of a list, with the origin's page size.
  case page(KindName, Int, revalidate: Bool)
  /// A search in the index and, with `atOrigin`, at the origin if the index is incomplete, which costs up to one request a kind.
  case search(String, atOrigin: Bool = false)
  case suggest(String, kind: KindName?, limit: Int)
  /// The kinds that the origin offers.
  case kinds
  case history(HistoryRequest.Change)
  /// One of the shortest paths, counted from 0.
  case path(from: Reference, to: Reference, alternative: Int = 0)
  /// The statistics of the broker and the workers, and the state of the local processes.
  case statistics
  /// The last lines of the log of a local process.
  case log(String, lines: Int)
  case favourites
  case setFavourite(Reference, Bool)
  case restart(String)

  /// The records or names that are requested.
  var records: [Reference] {
    switch self {
    case .record(let reference, _): [reference]
    case .names(let references, _): references
    default: []
    }
  }

  var isForFavourites: Bool {
    switch self {
    case .favourites, .setFavourite: true
    default: false
    }
  }
}

/// The result of an ``ExplorerQuery``.
public enum QueryResult: Sendable, Hashable {
  case record(Record, Provenance)
  /// Labels that arrived together.
  case names([ReferenceLabel])
  case page(RecordPage, Provenance)
  case search(SearchAnswer)
  case suggestions([Match])
  case kinds([KindName])
  case history(History)
  case path(ReferencePath)
  case statistics(BusStatistics)
  /// The bus does not answer; the state of the local processes that serve it.
  case noStatistics(Problem, fleet: JSON?)
  case log([String])
  case favourites([Reference])
  case restarted
  case failed(Problem)
}

/// The label of a record that another one refers to.
public enum ReferenceLabel: Sendable, Hashable {
  /// A record with its name and its default sort field.
  case known(Record)
  case failed(Reference, Problem)

  public var reference: Reference {
    switch self {
    case .known(let record): record.reference
    case .failed(let reference, _): reference
    }
  }
}

/// One page of a list.
public struct RecordPage: Sendable, Hashable {
  public var kind: KindName
  public var page, pages, count: Int
  public var records: [Record]
  /// Size of the page in bytes, in canonical form.
  public var size: Int
}

/// The age and the source of a record or page.
public struct Provenance: Sendable, Hashable {
  /// Seconds from the last validation by the origin to the arrival.
  public var age = 0
  /// Whether the response was served stale.
  public var isStale = false
  /// The URL of the resource at its origin.
  public var location: String?
  /// Whether the content is that of the embedded catalogue.
  public var isEmbedded = false
  /// Whether the origin is embedded or on this computer; `nil` if the response does not name it.
  public var isNear: Bool?
}
