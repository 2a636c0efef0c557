public import Contracts
public import MessageBus
public import Models
public import OrderedJSON

/// Something for the world to do, ordered by an update. ``Performer`` does it and sends messages back.
public enum Effect: Sendable, Hashable {
  case ask(Ticket, Question)
  /// The answer is of no use any more.
  case cancel(Ticket)
  case wake(Alarm, after: Duration)
  case sleep(Alarm)
  case copy(String)
  case openURL(String)
  case useMouse(Bool)
  case suspend
  case quit
}

/// What can be asked of the bus.
public enum Question: Sendable, Hashable {
  case record(Reference, revalidate: Bool)
  /// A page as the origin cuts it.
  case page(KindName, Int, revalidate: Bool)
  /// Names of the kinds that the origin has.
  case kinds
  /// What the index knows.
  case search(String, kind: KindName?, limit: Int)
  /// The same, and where the index is incomplete the origin's own search: up to a request a kind, so only for what somebody means to look for.
  case searchOrigin(String, kind: KindName?, limit: Int)
  case suggest(String, kind: KindName?, limit: Int)
  case history(HistoryRequest.Change)
  case path(from: Reference, to: Reference)
  /// What the broker and a worker of each service count.
  case statistics
}

/// What came of a ``Question``.
public enum Answer: Sendable, Hashable {
  case record(Record, Provenance)
  case page(RecordPage, Provenance)
  case kinds([KindName])
  case search(SearchAnswer)
  case suggestions([Match])
  case history(History)
  case path(ReferencePath)
  case statistics(BusStatistics)
  case failed(Problem)
}

/// A page of a list, its records read.
public struct RecordPage: Sendable, Hashable {
  public var kind: KindName
  public var page, pages, count: Int
  public var records: [Record]

  public init(kind: KindName, page: Int, pages: Int, count: Int, records: [Record]) {
    self.kind = kind
    self.page = page
    self.pages = pages
    self.count = count
    self.records = records
  }
}

/// Where an answer comes from and how old it is.
public struct Provenance: Sendable, Hashable {
  /// Seconds since the origin vouched for it, when it arrived; 0 straight from the origin.
  public var age: Int
  /// Served although it is past its lifetime: the origin is slow or does not answer.
  public var isStale: Bool
  /// Where the origin keeps it.
  public var location: String?

  public init(age: Int = 0, isStale: Bool = false, location: String? = nil) {
    self.age = age
    self.isStale = isStale
    self.location = location
  }
}

/// `mmi.stats` of the broker and `GET /stats` of one worker a service, by the service's name.
public struct BusStatistics: Sendable, Hashable {
  public var broker: JSON
  public var services: [String: JSON]

  public init(broker: JSON, services: [String: JSON] = [:]) {
    self.broker = broker
    self.services = services
  }
}
