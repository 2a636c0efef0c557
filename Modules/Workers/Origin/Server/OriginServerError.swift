@_exported public import CodedErrors

/// The reason the server cannot listen.
public typealias OriginServerError = CodedError<OriginServerErrorCode>

/// The codes of ``OriginServerError``.
public struct OriginServerErrorCode: Sendable, Hashable, CustomStringConvertible {
  public let description: String
  /// Another process is listening on the address and port.
  public static let addressInUse = Self(description: "in-use")
  /// The machine does not have the address, or the user has no permission to listen on it.
  public static let invalidAddress = Self(description: "invalid")
  /// The operating system refused for another reason.
  public static let systemError = Self(description: "system")
}
