import Synchronization

/// Lets callers that ask for the same thing at the same time share one piece of work. Nothing is kept once it is done.
///
/// The work is a task of its own: it goes on while at least one caller waits for it, and is cancelled when the last one gives up.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Flight {
    let number: UInt64
    let task: Task<Void, Never>
    var waiting: [UInt64: CheckedContinuation<Value?, Never>] = [:]
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    var numbers: UInt64 = 0

    mutating func nextNumber() -> UInt64 {
      numbers += 1
      return numbers
    }
  }

  private let state = Mutex(State())
  private let ended: @Sendable (UInt64) -> Void

  /// `ended` is told the number of each piece of work that came to its end; nobody joins it from then on.
  init(ended: @escaping @Sendable (UInt64) -> Void = { _ in }) { self.ended = ended }

  /// How many callers wait for `key`.
  func waiting(for key: Key) -> Int { state.withLock { $0.flights[key]?.waiting.count ?? 0 } }

  /// What `work` gives, or what the work gives that another caller began for `key`. `nil` when this caller's task is cancelled.
  ///
  /// Each piece of work has a number. `joined` is told the one that this caller waits for, before the work has ended.
  func value(
    for key: Key, joined: @Sendable (UInt64) -> Void = { _ in }, _ work: @escaping @Sendable (UInt64) async -> Value
  ) async -> Value? {
    let caller = state.withLock { $0.nextNumber() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        let isCancelled = state.withLock { state in
          // Cancelled before it waited: the handler below found nothing to end.
          if Task.isCancelled { return true }
          var flight = state.flights[key] ?? begin(key, number: state.nextNumber(), work)
          flight.waiting[caller] = turn
          state.flights[key] = flight
          joined(flight.number)
          return false
        }
        if isCancelled { turn.resume(returning: nil) }
      }
    } onCancel: {
      leave(key, caller)
    }
  }

  private func begin(_ key: Key, number: UInt64, _ work: @escaping @Sendable (UInt64) async -> Value) -> Flight {
    Flight(
      number: number,
      task: Task {
        let value = await work(number)
        let waiting = state.withLock { state in
          // Abandoned meanwhile, and perhaps begun anew under another number: then nobody waits here.
          state.flights[key]?.number == number ? state.flights.removeValue(forKey: key)?.waiting : nil
        }
        ended(number)
        for turn in (waiting ?? [:]).values { turn.resume(returning: value) }
      })
  }

  private func leave(_ key: Key, _ caller: UInt64) {
    let (turn, abandoned) = state.withLock { state -> (CheckedContinuation<Value?, Never>?, Task<Void, Never>?) in
      guard let turn = state.flights[key]?.waiting.removeValue(forKey: caller) else { return (nil, nil) }
      guard let flight = state.flights[key], flight.waiting.isEmpty else { return (turn, nil) }
      state.flights[key] = nil
      return (turn, flight.task)
    }
    abandoned?.cancel()
    turn?.resume(returning: nil)
  }
}
