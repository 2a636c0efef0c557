import MessageBus
import Synchronization

/// Publishes a worker's events with sequence numbers, so that a receiver that misses an event notices on the next.
final class CacheEventPublisher: Sendable {
  private let worker: String
  private let send: @Sendable (Event) -> Void
  private let lastNumber = Mutex<UInt64>(0)

  init(worker: String, _ send: @escaping @Sendable (Event) -> Void) {
    self.worker = worker
    self.send = send
  }

  /// Publishes an event unless it does not concern others. Returns at once.
  var publish: @Sendable (CacheEvent) -> Void {
    { [self] event in
      guard var event = event.event(from: worker) else { return }
      // Under the lock, so that events are sent in the order of their numbers.
      lastNumber.withLock { lastNumber in
        lastNumber += 1
        event.fields[CacheEvent.numberField] = String(lastNumber)
        send(event)
      }
    }
  }
}

/// Detects missed events from the sequence numbers of each worker.
final class EventGapDetector: Sendable {
  /// Maximum number of workers tracked; all are cleared when it is reached.
  private static let workerLimit = 1_024

  private let numbers = Mutex<[String: UInt64]>([:])

  /// Records an event. Returns whether events of its worker were missed before it; `false` for the first event of a worker.
  func isAfterGap(_ event: Event) -> Bool {
    guard let worker = event.fields[CacheEvent.workerField], let number = event.fields[CacheEvent.numberField].flatMap({ UInt64($0) })
    else {
      return false
    }
    return numbers.withLock { numbers in
      if numbers.count >= Self.workerLimit { numbers = [:] }
      let lastNumber = numbers.updateValue(number, forKey: worker)
      return lastNumber.map { number != $0 &+ 1 } ?? false
    }
  }
}
