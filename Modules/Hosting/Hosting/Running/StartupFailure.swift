import MessageBus

extension HostError {
  /// A failure of the bus as the process that starts sees it.
  init(_ error: BusError) {
    let code: Code =
      switch error.code {
      case .invalid: .usage
      case .unreachable, .inUse, .untrusted: .unavailable
      default: .failed
      }
    self.init(code, error.message, cause: error)
  }

  /// Whatever kept a service from starting.
  init(startup error: any Error) {
    switch error {
    case let error as HostError: self = error
    case let error as BusError: self.init(error)
    default: self.init(.failed, "cannot start: \(error)", cause: error)
    }
  }
}
