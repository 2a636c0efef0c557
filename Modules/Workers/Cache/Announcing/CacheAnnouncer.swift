import MessageBus
import Synchronization

/// Announces a worker's events, numbered, so that whoever misses one knows of it by the next.
final class CacheAnnouncer: Sendable {
  private let worker: String
  private let send: @Sendable (Event) -> Void
  private let last = Mutex<UInt64>(0)

  init(worker: String, _ send: @escaping @Sendable (Event) -> Void) {
    self.worker = worker
    self.send = send
  }

  /// Passes over what is no concern of others. Returns at once.
  var announce: @Sendable (CacheEvent) -> Void {
    { [self] event in
      guard var event = event.event(from: worker) else { return }
      // Under the lock, so that events leave in the order of their numbers.
      last.withLock { last in
        last += 1
        event.fields[CacheEvent.number] = String(last)
        send(event)
      }
    }
  }
}

/// The numbers of the events that were heard of each worker.
final class HeardEvents: Sendable {
  /// More workers than this at once are forgotten and learnt anew.
  private static let mostWorkers = 1_024

  private let numbers = Mutex<[String: UInt64]>([:])

  /// Takes note of an event. Returns whether others of its worker were missed before it; the first of a worker misses nothing.
  func isAfterGap(_ event: Event) -> Bool {
    guard let worker = event.fields[CacheEvent.sender], let number = event.fields[CacheEvent.number].flatMap({ UInt64($0) }) else {
      return false
    }
    return numbers.withLock { numbers in
      if numbers.count >= Self.mostWorkers { numbers = [:] }
      let last = numbers.updateValue(number, forKey: worker)
      return last.map { number != $0 &+ 1 } ?? false
    }
  }
}
