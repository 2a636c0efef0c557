@testable import MessageBus

/// The client's machine with a clock that advances by whole seconds, used as `ClientLoop` uses it.
struct CheckedClient: CheckedMachine {
  struct Configuration: Hashable {}

  enum Input: Hashable {
    case ask(Int, seconds: Int, isIdempotent: Bool)
    case received(Int, isFinal: Bool)
    case connected
    case disconnected
    case cancel(Int)
    /// A second passes.
    case advance
    /// The deadlines that have passed take effect.
    case tick
  }

  enum Output: Hashable {
    /// Sends a request with a deadline in this many seconds.
    case send(Int, seconds: Int)
    case sendCancellation(Int)
    case part(Int)
    /// The request has ended: with its final reply, or with a failure.
    case ended(Int)
  }

  struct Facts {
    let isConnected: Bool
  }

  private var machine = ClientMachine(failFast: false, reconnectGrace: nil, limit: 10)
  private var now = ModelClock.start

  init(_ configuration: Configuration) {}

  mutating func apply(_ input: Input) -> [Output] {
    var (actions, outputs): ([ClientMachine.Action], [Output]) = ([], [])
    switch input {
    case .ask(let request, let seconds, let isIdempotent):
      if let action = machine.ask(UInt64(request), deadline: now + .seconds(seconds), isIdempotent: isIdempotent) { actions.append(action) }
    case .received(let request, let isFinal):
      if let action = machine.received(UInt64(request), isFinal: isFinal) { actions.append(action) }
    case .connected: machine.connected()
    case .disconnected: actions += machine.disconnected()
    case .cancel(let request): if machine.cancel(UInt64(request)) { outputs.append(.sendCancellation(request)) }
    case .advance:
      now += .seconds(1)
      return []
    case .tick: break
    }
    actions += machine.tick(now: now)
    outputs += actions.map { action -> Output in
      switch action {
      case .part(let request): .part(Int(request))
      case .complete(let request), .fail(let request, _): .ended(Int(request))
      }
    }
    while let request = machine.nextToSend(), let deadline = machine.deadline(of: request) {
      outputs.append(.send(Int(request), seconds: Int(now.duration(to: deadline) / .seconds(1))))
      machine.sent(request)
    }
    return outputs
  }

  var digest: String {
    var digest = StateDigest(now: now, memory: ModelClock.memory)
    digest.add(machine)
    return digest.text
  }

  var facts: Facts { Facts(isConnected: machine.isConnected) }
}
