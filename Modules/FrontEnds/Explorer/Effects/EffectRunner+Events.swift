import Client
import Contracts
import MessageBus
import Models

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
