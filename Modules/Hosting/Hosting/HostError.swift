import MessageBus
import Text

@_exported public import struct Platform.CodedError

/// An error that prevents a service from starting or running, with a message for the user.
public typealias HostError = CodedError<HostErrorCode>

/// The category of the error, which determines the exit code of the process.
public struct HostErrorCode: Sendable, Hashable {
  public let exitCode: Int32
  /// Any other failure.
  public static let failed = Self(exitCode: 1)
  /// An invalid option, environment variable or configuration file.
  public static let usage = Self(exitCode: 2)
  /// A required resource is missing or in use.
  public static let unavailable = Self(exitCode: 5)
}

extension HostError {
  /// Creates a startup error from an error of the bus.
  init(_ error: BusError) {
    let code: Code =
      switch error.code {
      case .invalid: .usage
      case .unreachable, .inUse, .untrusted, .unauthorized: .unavailable
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

  /// The error as one line that is safe to write to a terminal: the message may contain text of a file, an option or a peer.
  func line(of program: String) -> String { "\(program): \(message)".printable }
}
