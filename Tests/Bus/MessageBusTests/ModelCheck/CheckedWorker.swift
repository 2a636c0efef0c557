@testable import MessageBus

/// The worker's machine with a clock that advances by whole seconds, used as `WorkerLoop` uses it.
struct CheckedWorker: CheckedMachine {
  struct Configuration: Hashable {
    let credit: Int
  }

  enum Input: Hashable {
    case connected
    case disconnected
    case request(ClientAddress)
    case heartbeat
    case disconnect
    case finished(ClientAddress, registration: UInt64)
    case release(ClientAddress, registration: UInt64)
    case drain
    /// The process continues after it was stopped.
    case resumed
    /// A second passes.
    case advance
    /// The timers that are due fire.
    case tick
  }

  enum Output: Hashable {
    case send(Message)
    /// Start the request that was received.
    case start
    /// Send the final reply of the request that has finished.
    case sendFinal
    case cancelRunning
    case close
  }

  struct Facts {
    let isConnecting: Bool
    let isReady: Bool
    let isStopped: Bool
    let isDraining: Bool
    let registration: UInt64
  }

  private let credit: Int
  private var machine: WorkerMachine
  private var now: Instant

  init(_ configuration: Configuration) {
    now = ModelClock.start
    credit = configuration.credit
    machine = WorkerMachine(
      heartbeatInterval: ModelClock.heartbeatInterval, liveness: ModelClock.liveness, credit: credit, detectsDisconnect: true, now: now)
  }

  mutating func apply(_ input: Input) -> [Output] {
    var outputs: [Output] = []
    switch input {
    case .connected: outputs += machine.connected(now: now).map(output)
    case .disconnected: outputs += machine.disconnected().map(output)
    case .request(let address):
      switch machine.request(Self.address(address), now: now) {
      case .start: outputs.append(.start)
      case .handBack: outputs.append(.send(.handBack(address)))
      case .ignore: break
      }
    case .heartbeat: machine.heartbeat(now: now)
    case .disconnect: outputs += machine.disconnect(now: now).map(output)
    case .finished(let address, let registration):
      if machine.finished(Self.address(address), of: registration) { outputs.append(.sendFinal) }
    case .release(let address, let registration): machine.release(Self.address(address), of: registration)
    case .drain: machine.drain()
    case .resumed: machine.processResumed(now: now)
    case .advance:
      now += .seconds(1)
      return []
    case .tick: break
    }
    // The rest of a turn.
    outputs += (machine.tick(now: now) + machine.leaveIfDone(now: now) + machine.announceCredit()).map(output)
    return outputs
  }

  private func output(_ action: WorkerMachine.Action) -> Output {
    switch action {
    case .sendReady: .send(.ready(credit: credit))
    case .sendHeartbeat: .send(.heartbeat)
    case .sendCredit(let credit): .send(.credit(credit))
    case .sendDisconnect: .send(.disconnect)
    case .cancelRunning: .cancelRunning
    case .reconnect: .close
    }
  }

  private static func address(_ address: ClientAddress) -> WorkerMachine.Address { WorkerMachine.Address(address.withBytes { Array($0) }) }

  var digest: String {
    var digest = StateDigest(now: now, memory: ModelClock.memory)
    digest.add(machine)
    return digest.text
  }

  var facts: Facts {
    Facts(
      isConnecting: machine.state == .connecting, isReady: machine.state == .ready, isStopped: machine.state == .stopped,
      isDraining: machine.isDraining, registration: machine.registration)
  }
}
