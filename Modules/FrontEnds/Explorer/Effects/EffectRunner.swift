public import Client
import Contracts
public import MessageBus
public import Models
public import OrderedJSON
public import Presentation
import Synchronization

/// Runs the effects of updates, except those on the terminal: sends queries, runs timers and subscribes to events. Results become messages.
public final class EffectRunner: Sendable {
  public typealias Sink = @Sendable (Message) -> Void

  private let services: QueryServices
  private let sendMessage: Sink
  private let startPermission: StartPermission
  private let state = Mutex(State())

  private struct State {
    var requests: [RequestID: Task<Void, Never>] = [:]
    /// The last request for the favourites, which are performed one after the other.
    var favouritesRequest: Task<Void, Never>?
    var timers: [TimerID: (number: Int, task: Task<Void, Never>)] = [:]
    var lastTimer = 0
    var subscription: Task<Void, Never>?
  }

  /// Creates a runner. `observer` provides statistics and events and never starts a bus. `send` is called from any thread.
  public init(
    _ repository: any Repository, observer: any Repository, fleet: (any FleetAccess)? = nil, favourites: FavouritesFile? = nil,
    kinds: Kinds, startPermission: StartPermission = StartPermission(), send: @escaping Sink
  ) {
    services = QueryServices(repository: repository, observer: observer, fleet: fleet, favourites: favourites, kinds: kinds)
    (self.startPermission, sendMessage) = (startPermission, send)
  }

  deinit { stop() }

  public func run(_ effect: Effect) {
    switch effect {
    case .send(let id, let query): send(query, id)
    case .cancel(let id): state.withLock { $0.requests.removeValue(forKey: id) }?.cancel()
    case .startTimer(let timer, let delay): startTimer(timer, after: delay)
    case .cancelTimer(let timer): state.withLock { $0.timers.removeValue(forKey: timer) }?.task.cancel()
    case .permitStart(let isGiven): startPermission.set(isGiven)
    case .copy, .openURL, .setMouseReporting, .suspend, .quit: break
    }
  }

  /// Subscribes to events, again whenever the bus comes back.
  public func subscribe() {
    state.withLock { state in
      guard state.subscription == nil else { return }
      state.subscription = Task { [services, sendMessage] in await Self.forwardEvents(from: services.observer, sendMessage) }
    }
  }

  /// Cancels all requests, timers and the subscription.
  public func stop() {
    let state = state.withLock { state in
      defer { state = State() }
      return state
    }
    for task in state.requests.values + state.timers.values.map(\.task) { task.cancel() }
    state.subscription?.cancel()
  }

  private func send(_ query: ExplorerQuery, _ id: RequestID) {
    state.withLock { state in
      let previous = query.isForFavourites ? state.favouritesRequest : nil
      let task = Task { [weak self, services] in
        await previous?.value
        let result = await services.run(query) { part in
          if let self, self.state.withLock({ $0.requests[id] != nil }) { self.sendMessage(.receivedPart(id, part)) }
        }
        // A cancelled request has no entry.
        if let self, self.state.withLock({ $0.requests.removeValue(forKey: id) }) != nil { self.sendMessage(.received(id, result)) }
      }
      state.requests[id] = task
      if query.isForFavourites { state.favouritesRequest = task }
    }
  }

  private func startTimer(_ timer: TimerID, after delay: Duration) {
    let previous = state.withLock { state in
      state.lastTimer += 1
      let number = state.lastTimer
      let task = Task { [weak self] in
        do { try await Task.sleep(for: delay) } catch { return }
        // The timer may have been started again meanwhile.
        let isDue = self?.state.withLock { state in
          guard state.timers[timer]?.number == number else { return false }
          return state.timers.removeValue(forKey: timer) != nil
        }
        if isDue == true { self?.sendMessage(.timerFired(timer)) }
      }
      return state.timers.updateValue((number, task), forKey: timer)
    }
    previous?.task.cancel()
  }
}

// MARK: Events

extension EffectRunner {
  static let topics = [
    Topic.Prefix.changed, Topic.Prefix.confirmed, Topic.Prefix.purged, Topic.Prefix.fetchFailed, Topic.Prefix.worker,
    Topic.historyChanged.text,
  ]

  private static let retryInterval = Duration.milliseconds(500)

  private static func forwardEvents(from observer: any Repository, _ send: Sink) async {
    while !Task.isCancelled {
      // Throws if the bus is unreachable.
      do throws(Problem) {
        try await observer.subscribe(to: topics) { update throws(Problem) in
          switch update {
          // Events may have been missed.
          case .listening: send(.event(.everythingInvalidated))
          case .event(let event): if let topic = Topic(event.topic) { send(.event(.topic(topic))) }
          }
        }
      } catch {}
      do { try await Task.sleep(for: retryInterval) } catch { return }
    }
  }
}

/// Whether requests may start a bus: not after the bus was stopped, until the user asks for something.
public final class StartPermission: Sendable {
  private let state = Mutex(true)

  public init() {}

  public var isGiven: Bool { state.withLock(\.self) }
  func set(_ isGiven: Bool) { state.withLock { $0 = isGiven } }
}

// MARK: Queries

/// What answers queries.
struct QueryServices: Sendable {
  let repository, observer: any Repository
  var fleet: (any FleetAccess)?
  var favourites: FavouritesFile?
  let kinds: Kinds

  /// Returns the result of a query, which may be a failure. Names are passed to `onPart` as they arrive.
  func run(_ query: ExplorerQuery, onPart: (QueryResult) -> Void = { _ in }) async -> QueryResult {
    do throws(Problem) { return try await result(of: query, onPart: onPart) } catch { return .failed(error) }
  }

  private func result(of query: ExplorerQuery, onPart: (QueryResult) -> Void) async throws(Problem) -> QueryResult {
    switch query {
    case .record(let reference, let revalidate):
      let response = try await repository.record(reference, validation: Validation(revalidate: revalidate))
      return .record(try response.record(kinds), Provenance(response.cached))
    case .names(let references, let cachedOnly):
      await repository.names(of: references, isFetching: !cachedOnly) { part in onPart(.names(part.map { ReferenceLabel($0, kinds) })) }
      return .names([])
    case .page(let kind, let number, let revalidate):
      let request = ListRequest(kind, asOrigin: true, validation: Validation(revalidate: revalidate))
      let (page, response) = try await repository.page(number, of: request)
      return .page(RecordPage(page, size: response.body.count, kinds), Provenance(response))
    case .search(let text, let atOrigin):
      return .search(try await repository.ask(SearchRequest(text, limit: SearchModel.limit, mayAskOrigin: atOrigin), of: .search))
    case .suggest(let text, let kind, let limit):
      return .suggestions(try await repository.ask(SuggestRequest(text, kind: kind, limit: limit), of: .search))
    case .kinds: return .kinds((try? await repository.ask(KindsRequest())) ?? [])
    case .history(let change): return .history(try await repository.ask(HistoryRequest(change), of: .search))
    case .path(let from, let to, let number):
      return .path(try await repository.path(PathRequest(from: from, to: to, alternative: number)))
    case .statistics:
      async let state = fleet?.state()
      do throws(Problem) {
        var statistics = await observer.statistics(try await observer.broker())
        statistics.fleet = await state
        return .statistics(statistics)
      } catch {
        guard fleet != nil else { throw error }
        return .noStatistics(error, fleet: await state)
      }
    case .log(let process, let lines): return .log(await fleet?.log(of: process, lines: lines) ?? [])
    case .favourites: return .favourites(try await favourites?.favourites() ?? [])
    case .setFavourite(let reference, let isFavourite):
      return .favourites(try await favourites?.setFavourite(reference, isFavourite) ?? [])
    case .restart(let process):
      guard let fleet else { throw .noFleet }
      try await fleet.restart(process)
      return .restarted
    }
  }
}

extension QueryResult {
  var problem: Problem? {
    switch self {
    case .failed(let problem), .noStatistics(let problem, _): problem
    default: nil
    }
  }
}

extension ReferenceLabel {
  fileprivate init(_ answer: NameAnswer, _ kinds: Kinds) {
    switch answer.content {
    case .missing(let problem): self = .failed(answer.reference, problem)
    case .label(let label):
      do throws(Problem) { self = .known(try Record(received: label, kinds: kinds)) } catch { self = .failed(answer.reference, error) }
    }
  }
}

extension RecordPage {
  /// Decodes a page of `size` bytes, without items that are no canonical records.
  fileprivate init(_ page: PageBody, size: Int, _ kinds: Kinds) {
    self.init(
      kind: page.kind, page: page.page, pages: page.pages, count: page.count + (page.missing ?? 0),
      records: page.items.compactMap { try? Record(canonical: $0, kinds: kinds) }, size: size)
  }
}

extension Provenance {
  /// A hundred years, so that the time since the arrival can be added.
  private static let maxAge = 100 * 365 * 86_400

  init(_ answered: CachedResponse) {
    self.init(
      age: min(max(0, answered.age ?? 0), Self.maxAge), isStale: answered.cacheDetail?.hasPrefix("stale") ?? false,
      location: answered.location, isEmbedded: answered.origin == .embedded, isNear: answered.origin?.isLocal)
  }
}

/// Access to the local processes that serve the bus.
public protocol FleetAccess: Sendable {
  /// Returns `{"processes":[{"name":"cache-1","state":"running","pid":4711,"restarts":0,"age":300,"cpu":1.25}]}`, with the seconds since the last
  /// change of state and of processor time; `nil` if the processes were started by hand or on another host.
  func state() async -> JSON?
  /// Returns the last lines of the log of a process.
  func log(of process: String, lines: Int) async -> [String]
  /// Restarts a process and returns when the new one is ready.
  func restart(_ process: String) async throws(Problem)
}

extension Problem {
  public static let noFleet = Problem(
    503, "no fleet is running", detail: "only processes that holocron up has started can be restarted")
}
