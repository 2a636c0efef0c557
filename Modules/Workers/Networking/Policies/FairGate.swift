import OrderedCollections
import Synchronization

/// Lets a bounded number of tasks through at a time. Clients take turns (``FairLines``); the tasks of one client go in the order they came.
///
/// A task passes with a ticket, a number that its caller makes up. Clients join a ticket before or while it waits; it has its turn as soon as
/// one of them has.
final class FairGate: Sendable {
  private struct Ticket {
    var clients: OrderedSet<String> = []
    var turn: CheckedContinuation<Bool, Never>?
    let passage = Passage()
  }

  /// Whether a ticket has had its turn; known to those who joined it also when it is forgotten.
  final class Passage: Sendable {
    private let happened = Atomic(false)
    var hasHappened: Bool { happened.load(ordering: .relaxed) }
    fileprivate func happen() { happened.store(true, ordering: .relaxed) }
  }

  private struct State {
    var free: Int
    var lines = FairLines<UInt64>()
    var tickets: [UInt64: Ticket] = [:]
    var joined = 0

    mutating func join(_ ticket: UInt64, _ client: String) -> CheckedContinuation<Bool, Never>? {
      joined += 1
      guard tickets[ticket, default: Ticket()].clients.append(client).inserted, tickets[ticket]?.turn != nil else { return nil }
      guard free > 0 else {
        lines.stand(ticket, in: client)
        return nil
      }
      free -= 1
      return takeTurn(ticket)
    }

    mutating func takeTurn(_ ticket: UInt64) -> CheckedContinuation<Bool, Never>? {
      let turn = tickets[ticket]?.turn
      tickets[ticket]?.turn = nil
      return turn
    }
  }

  private let state: Mutex<State>

  init(width: Int) { state = Mutex(State(free: max(1, width))) }

  /// How many tickets wait for their turn.
  var waiting: Int { state.withLock { $0.lines.count } }

  /// How often a client joined a ticket.
  var joined: Int { state.withLock { $0.joined } }

  /// `client` wants what `ticket` is for. May be called for several clients, and for one several times, until ``forget(_:)``.
  @discardableResult
  func join(_ ticket: UInt64, _ client: String) -> Passage {
    let (passage, turn) = state.withLock { state -> (Passage, CheckedContinuation<Bool, Never>?) in
      let turn = state.join(ticket, client)
      return (state.tickets[ticket, default: Ticket()].passage, turn)
    }
    turn?.resume(returning: true)
    return passage
  }

  /// Whether `ticket` has had its turn.
  func hasPassed(_ ticket: UInt64) -> Bool { state.withLock { $0.tickets[ticket]?.passage.hasHappened ?? false } }

  /// Nobody will pass with `ticket` any more.
  func forget(_ ticket: UInt64) { state.withLock { $0.tickets[ticket] = nil } }

  /// Runs `body` when it is the ticket's turn. Throws ``OriginError/Code/cancelled`` when the task is cancelled while it waits. One task at a time may
  /// pass with a ticket.
  func pass<Result>(_ ticket: UInt64, _ body: () async throws(OriginError) -> Result) async throws(OriginError) -> Result {
    guard await enter(ticket) else { throw OriginError(.cancelled, "the request was cancelled while it waited for its turn") }
    defer { leave() }
    // With a place free, a task may pass before its ticket has a client.
    state.withLock { $0.tickets[ticket, default: Ticket()].passage.happen() }
    return try await body()
  }

  private func enter(_ ticket: UInt64) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        let atOnce: Bool? = state.withLock { state in
          // Cancelled before it stood in a line: the handler below found nothing to remove.
          if Task.isCancelled { return false }
          if state.free > 0 {
            state.free -= 1
            return true
          }
          state.tickets[ticket, default: Ticket()].turn = turn
          for client in state.tickets[ticket]?.clients ?? [] { state.lines.stand(ticket, in: client) }
          return nil
        }
        if let atOnce { turn.resume(returning: atOnce) }
      }
    } onCancel: {
      let turn = state.withLock { state in
        state.lines.leave(ticket)
        return state.takeTurn(ticket)
      }
      turn?.resume(returning: false)
    }
  }

  private func leave() {
    let turn = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      while let ticket = state.lines.next() {
        if let turn = state.takeTurn(ticket) { return turn }
      }
      state.free += 1
      return nil
    }
    turn?.resume(returning: true)
  }
}
