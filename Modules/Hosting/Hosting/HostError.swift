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
