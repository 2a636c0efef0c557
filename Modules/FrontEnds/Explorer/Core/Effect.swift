public import Contracts
public import MessageBus
public import Models
public import OrderedJSON

/// A side effect requested by `update`. The ``EffectRunner`` performs it and sends its result back as messages.
public enum Effect: Sendable, Hashable {
  case send(RequestID, ExplorerQuery)
  /// Cancel a request whose result is no longer needed.
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
  /// The labels of records that other records refer to, in parts.
  case names([Reference])
  /// One page of a list, with the origin's page size.
  case page(KindName, Int, revalidate: Bool)
  /// A search in the index only.
  case search(String, kind: KindName?, limit: Int)
  /// A search in the index and, if the index is incomplete, at the origin. Costs up to one origin request per kind, so send it only for a
  /// query that is no longer changing.
  case searchOrigin(String, kind: KindName?, limit: Int)
  case suggest(String, kind: KindName?, limit: Int)
  case history(HistoryRequest.Change)
  /// One of the shortest paths, counted from 0.
  case path(from: Reference, to: Reference, alternative: Int = 0)
  /// The statistics of the broker and of all workers, and the state of the local processes.
  case statistics
  /// The last lines of the log of a local process.
  case log(String, lines: Int)
  /// The favourites of the user, or a change of one of them.
  case favourites
  case setFavourite(Reference, Bool)
  /// Restart a local process; the result arrives when the new process is ready.
  case restart(String)
}

/// The result of an ``ExplorerQuery``.
public enum QueryResult: Sendable, Hashable {
  case record(Record, Provenance)
  /// Labels that arrived together.
  case names([ReferenceLabel])
  case page(RecordPage, Provenance)
  case search(SearchAnswer)
  case suggestions([Match])
  case history(History)
  case path(ReferencePath)
  case statistics(BusStatistics)
  /// The bus does not answer. The state of the local processes that serve it; `nil` if there are none.
  case noStatistics(Problem, fleet: JSON?)
  case log([String])
  /// The favourites in the order in which they were added.
  case favourites([Reference])
  case restarted
  case failed(Problem)
}

/// The label of a record that another one refers to.
public enum ReferenceLabel: Sendable, Hashable {
  /// A record with its name and its default sort field only.
  case known(Record)
  case failed(Reference, Problem)

  public var reference: Reference {
    switch self {
    case .known(let record): record.reference
    case .failed(let reference, _): reference
    }
  }
}

/// One page of a list, decoded.
public struct RecordPage: Sendable, Hashable {
  public var kind: KindName
  public var page, pages, count: Int
  public var records: [Record]
  /// Size of the page in bytes, in canonical form.
  public var size: Int
}

/// The age and the source of a record or page.
public struct Provenance: Sendable, Hashable {
  /// Seconds since the origin last validated the content, measured on arrival; 0 if the response comes straight from the origin.
  public var age = 0
  /// Whether the response was served stale because the origin is slow or unreachable.
  public var isStale = false
  /// The URL of the resource at its origin.
  public var location: String?
  /// Whether the content is that of the embedded catalogue.
  public var isEmbedded = false
}

/// Statistics of the broker (`mmi.stats`) and of the workers of each service (`GET /stats`), and the state of the local processes.
public struct BusStatistics: Sendable, Hashable {
  public var broker: JSON
  /// The statistics of each worker that replied, by service name.
  public var workers: [String: [JSON]]
  /// Number of requests that were sent for ``workers``.
  public var requests: Int
  /// The state of the local processes that serve the bus; `nil` if they are not known. See ``FleetAccess/state()``.
  public var fleet: JSON?

  /// The services whose workers are asked.
  static let services = [ServiceName.cache, .fetch, .search]
}

extension BusStatistics {
  /// Creates statistics with one worker for each service.
  init(broker: JSON, services: [String: JSON] = [:]) {
    self.init(broker: broker, workers: services.mapValues { [$0] }, requests: services.count)
  }
}
