import Client
import Contracts
import MessageBus
import Models

extension Performer {
  /// The events that concern an explorer.
  static let topics = ["changed/", "confirmed/", "purged", "history", "fetch/failed/", "worker/"]

  /// How long to wait before the next attempt when there is no bus.
  private static let pause = Duration.milliseconds(500)

  /// Until the task is cancelled.
  static func listen(through observer: any Repository, _ send: Sink) async {
    while !Task.isCancelled {
      // It ends when there is no bus. The subscription itself outlives a restart of the broker.
      do throws(Problem) {
        try await observer.listen(to: topics) { heard throws(Problem) in
          switch heard {
          // What happened before may concern what is shown already.
          case .listening: send(.notice(.changedSomehow))
          case .event(let event): if let notice = Notice(event) { send(.notice(notice)) }
          }
        }
      } catch {}
      do { try await Task.sleep(for: pause) } catch { return }
    }
  }
}

extension Notice {
  /// `nil` for events that change nothing on a screen.
  init?(_ event: Event) {
    switch Topic(event.topic) {
    case .changed(let reference)?: self = .changed(reference)
    case .confirmed(let reference)?: self = .confirmed(reference)
    case .listChanged(let kind)?: self = .listChanged(kind)
    case .fetchFailed(let reference)?: self = .fetchFailed(reference)
    case .listConfirmed(let kind)?: self = .listConfirmed(kind)
    case nil:
      let parts = event.topic.split(separator: "/")
      switch parts.first {
      case "purged" where parts.count == 2:
        guard let kind = KindName(parts[1]) else { return nil }
        self = .listChanged(kind)
      case "purged" where parts.count == 3:
        guard let reference = Reference(parts[1...].joined(separator: "/")) else { return nil }
        self = .changed(reference)
      case "purged": self = .changedSomehow
      case "history": self = .historyChanged
      case "worker" where parts.count == 3 && ["joined", "left"].contains(parts[1]):
        self = .worker(service: String(parts[2]), joined: parts[1] == "joined")
      default: return nil
      }
    }
  }
}
