import MessageBus
import Platform
import Text

extension HostError {
  /// Creates a startup error from an error of the bus.
  init(_ error: BusError) {
    let code: Code =
      switch error.code {
      case .invalid: .usage
      case .unreachable, .inUse, .untrusted: .unavailable
      default: .failed
      }
    self.init(code, error.message, cause: error)
  }

  /// Creates a startup error from any error.
  init(startup error: any Error) {
    switch error {
    case let error as HostError: self = error
    case let error as BusError: self.init(error)
    default: self.init(.failed, "cannot start: \(error)", cause: error)
    }
  }

  /// Writes the error to standard error, in the form of all programs: `holocron-broker: …`.
  func write(as program: String) { StandardStream.error.write(line: line(of: program)) }

  /// The error as one line that is safe to write to a terminal: the message may contain text of a file, an option or a peer.
  func line(of program: String) -> String { "\(program): \(message)".printable }
}
