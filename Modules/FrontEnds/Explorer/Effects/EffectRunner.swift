public import Client
import Contracts
import MessageBus
public import Models
import Synchronization

/// Runs the effects of updates: sends queries, runs timers and subscribes to events, and sends the results back as messages.
///
/// The front-end handles the effects on the terminal: ``Effect/copy(_:)``, ``Effect/openURL(_:)``, ``Effect/setMouseReporting(_:)``,
/// ``Effect/suspend`` and ``Effect/quit``.
public final class EffectRunner: Sendable {
  public typealias Sink = @Sendable (Message) -> Void

  let repository: any Repository
  let observer: any Repository
  let fleet: (any FleetAccess)?
  let favourites: (any FavouritesAccess)?
  let kinds: Kinds
  let sendMessage: Sink
  private let state = Mutex(State())

  private struct State {
    var requests: [RequestID: Task<Void, Never>] = [:]
    /// The last request for the favourites. They are performed one after the other, in the order in which the user made the changes.
    var favouritesRequest: Task<Void, Never>?
    var timers: [TimerID: (generation: Int, task: Task<Void, Never>)] = [:]
    var lastGeneration = 0
    var subscription: Task<Void, Never>?
  }

  private let startPermission: StartPermission

  /// Creates a runner. `observer` provides statistics and events and never starts a bus; `repository` does with `startPermission` only.
  /// `fleet` gives access to the local processes, `favourites` to those of the user. `send` is called from any thread.
  public init(
    _ repository: any Repository, observer: any Repository, fleet: (any FleetAccess)? = nil,
    favourites: (any FavouritesAccess)? = nil, kinds: Kinds,
    startPermission: StartPermission = StartPermission(), send: @escaping Sink
  ) {
    self.startPermission = startPermission
    self.repository = repository
    self.observer = observer
    self.fleet = fleet
    self.favourites = favourites
    self.kinds = kinds
    sendMessage = send
  }

  deinit { stop() }

  /// Runs an effect without waiting for its result.
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

  /// Subscribes to events, again whenever the bus comes back. Further calls have no effect.
  public func subscribe() {
    state.withLock { state in
      guard state.subscription == nil else { return }
      state.subscription = Task { [observer, sendMessage] in await Self.forwardEvents(from: observer, sendMessage) }
    }
  }

  /// Cancels all requests, timers and the subscription. No message is sent afterwards, except one that is being sent already.
  public func stop() {
    let state = state.withLock { state in
      defer { state = State() }
      return state
    }
    state.requests.values.forEach { $0.cancel() }
    state.timers.values.forEach { $0.task.cancel() }
    state.subscription?.cancel()
  }

  private func send(_ query: ExplorerQuery, _ id: RequestID) {
    let isForFavourites =
      switch query {
      case .favourites, .setFavourite: true
      default: false
      }
    state.withLock { state in
      let previous = isForFavourites ? state.favouritesRequest : nil
      let task = Task { [weak self, repository, observer, fleet, favourites, kinds] in
        await previous?.value
        let result = await query.run(on: repository, observer: observer, fleet: fleet, favourites: favourites, kinds: kinds) { part in
          self?.deliver(part: part, for: id)
        }
        self?.deliver(result, for: id)
      }
      state.requests[id] = task
      if isForFavourites { state.favouritesRequest = task }
    }
  }

  private func deliver(part: QueryResult, for id: RequestID) {
    guard state.withLock({ $0.requests[id] != nil }) else { return }
    sendMessage(.receivedPart(id, part))
  }

  private func deliver(_ result: QueryResult, for id: RequestID) {
    // A cancelled request has no entry.
    guard state.withLock({ $0.requests.removeValue(forKey: id) }) != nil else { return }
    sendMessage(.received(id, result))
  }

  private func startTimer(_ timer: TimerID, after delay: Duration) {
    let previous = state.withLock { state in
      state.lastGeneration += 1
      let generation = state.lastGeneration
      let task = Task { [weak self] in
        do { try await Task.sleep(for: delay) } catch { return }
        self?.timerFired(timer, generation)
      }
      return state.timers.updateValue((generation, task), forKey: timer)
    }
    previous?.task.cancel()
  }

  /// Sends the message unless the timer was restarted meanwhile.
  private func timerFired(_ timer: TimerID, _ generation: Int) {
    let isDue = state.withLock { state in
      guard state.timers[timer]?.generation == generation else { return false }
      state.timers[timer] = nil
      return true
    }
    if isDue { sendMessage(.timerFired(timer)) }
  }
}

extension EffectRunner {
  /// The topics that the explorer subscribes to.
  static let topics = [
    Topic.Prefix.changed, Topic.Prefix.confirmed, Topic.Prefix.purged, Topic.Prefix.fetchFailed, Topic.Prefix.worker,
    Topic.historyChanged.text,
  ]

  /// Time between attempts to subscribe while the bus is unreachable.
  private static let retryInterval = Duration.milliseconds(500)

  /// Subscribes to events and sends them as messages until the task is cancelled.
  static func forwardEvents(from observer: any Repository, _ send: Sink) async {
    while !Task.isCancelled {
      // Throws if the bus is unreachable. A subscription survives a restart of the broker.
      do throws(Problem) {
        try await observer.subscribe(to: topics) { update throws(Problem) in
          switch update {
          // Events may have been missed before the subscription started.
          case .listening: send(.event(.everythingInvalidated))
          case .event(let event): if let busEvent = BusEvent(event) { send(.event(busEvent)) }
          }
        }
      } catch {}
      do { try await Task.sleep(for: retryInterval) } catch { return }
    }
  }
}

extension BusEvent {
  /// Returns `nil` for events that the explorer ignores.
  init?(_ event: Event) {
    switch Topic(event.topic) {
    case .changed(let reference)?: self = .changed(reference)
    case .confirmed(let reference)?: self = .confirmed(reference)
    case .listChanged(let kind)?: self = .listChanged(kind)
    case .fetchFailed(let reference)?: self = .fetchFailed(reference)
    case .listConfirmed(let kind)?: self = .listConfirmed(kind)
    case .purged(.everything)?: self = .everythingInvalidated
    case .purged(.kind(let kind))?: self = .listChanged(kind)
    case .purged(.record(let reference))?: self = .changed(reference)
    case .historyChanged?: self = .historyChanged
    case .worker(.joined(let service))?: self = .worker(service: service, joined: true)
    case .worker(.left(let service))?: self = .worker(service: service, joined: false)
    case .originAnnounced?, nil: return nil
    }
  }
}

/// Whether requests may start a bus. An explorer whose bus was stopped does not start another one until the user asks for something.
public final class StartPermission: Sendable {
  private let state = Mutex(true)

  public init() {}

  public var isGiven: Bool { state.withLock(\.self) }
  func set(_ isGiven: Bool) { state.withLock { $0 = isGiven } }
}
