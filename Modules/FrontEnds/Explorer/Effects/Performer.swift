public import Client
public import Models
import Synchronization

/// Performs what updates order: asks over repositories, rings alarms, listens to events; and sends what comes of it back as messages.
///
/// Effects on the terminal (``Effect/copy(_:)``, ``Effect/openURL(_:)``, ``Effect/useMouse(_:)``, ``Effect/suspend``, ``Effect/quit``) are the
/// front-end's own.
public final class Performer: Sendable {
  public typealias Sink = @Sendable (Message) -> Void

  let repository: any Repository
  let observer: any Repository
  let kinds: Kinds
  let send: Sink
  private let state = Mutex(State())

  private struct State {
    var questions: [Ticket: Task<Void, Never>] = [:]
    var alarms: [Alarm: (setting: Int, task: Task<Void, Never>)] = [:]
    var settings = 0
    var listener: Task<Void, Never>?
  }

  /// `observer` looks at the bus without starting one: statistics and events come through it. `send` is called from any thread.
  public init(_ repository: any Repository, observer: any Repository, kinds: Kinds, send: @escaping Sink) {
    self.repository = repository
    self.observer = observer
    self.kinds = kinds
    self.send = send
  }

  deinit { stop() }

  /// Returns at once.
  public func perform(_ effect: Effect) {
    switch effect {
    case .ask(let ticket, let question): ask(question, ticket)
    case .cancel(let ticket): state.withLock { $0.questions.removeValue(forKey: ticket) }?.cancel()
    case .wake(let alarm, let delay): wake(alarm, after: delay)
    case .sleep(let alarm): state.withLock { $0.alarms.removeValue(forKey: alarm) }?.task.cancel()
    case .copy, .openURL, .useMouse, .suspend, .quit: break
    }
  }

  /// Listens to events from now on, again whenever the bus comes back. Calling it twice is calling it once.
  public func startListening() {
    state.withLock { state in
      guard state.listener == nil else { return }
      state.listener = Task { [observer, send] in await Self.listen(through: observer, send) }
    }
  }

  /// Gives up everything that runs; nothing is sent after that but what was being sent.
  public func stop() {
    let state = state.withLock { state in
      defer { state = State() }
      return state
    }
    state.questions.values.forEach { $0.cancel() }
    state.alarms.values.forEach { $0.task.cancel() }
    state.listener?.cancel()
  }

  private func ask(_ question: Question, _ ticket: Ticket) {
    state.withLock { state in
      state.questions[ticket] = Task { [weak self, repository, observer, kinds] in
        let answer = await question.answer(from: repository, observer: observer, kinds: kinds)
        self?.settle(ticket, answer)
      }
    }
  }

  private func settle(_ ticket: Ticket, _ answer: Answer) {
    // What was cancelled has no entry any more, and nobody waits for its answer.
    guard state.withLock({ $0.questions.removeValue(forKey: ticket) }) != nil else { return }
    send(.answered(ticket, answer))
  }

  private func wake(_ alarm: Alarm, after delay: Duration) {
    let earlier = state.withLock { state in
      state.settings += 1
      let setting = state.settings
      let task = Task { [weak self] in
        do { try await Task.sleep(for: delay) } catch { return }
        self?.ring(alarm, setting)
      }
      return state.alarms.updateValue((setting, task), forKey: alarm)
    }
    earlier?.task.cancel()
  }

  /// An alarm that was moved meanwhile rings at its new time alone.
  private func ring(_ alarm: Alarm, _ setting: Int) {
    let isDue = state.withLock { state in
      guard state.alarms[alarm]?.setting == setting else { return false }
      state.alarms[alarm] = nil
      return true
    }
    if isDue { send(.ring(alarm)) }
  }
}
