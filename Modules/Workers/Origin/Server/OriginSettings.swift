public import Models

@_exported public import struct Platform.CodedError

/// Settings of an ``OriginServer``.
public struct OriginSettings: Sendable, Hashable {
  /// Host name or address to listen on.
  public var host: String
  /// Port to listen on; 0 selects a free port.
  public var port: Int
  /// Records per page; at least 1.
  public var pageSize: Int
  /// Delay before each response is sent, besides the faults.
  public var latency: Latency
  public var limits: ConnectionLimits

  public init(
    host: String = "127.0.0.1", port: Int = 1138, pageSize: Int = Kinds.pageSize, latency: Latency = .none,
    limits: ConnectionLimits = ConnectionLimits()
  ) {
    (self.host, self.port, self.pageSize, self.latency, self.limits) = (host, port, pageSize, latency, limits)
  }
}

/// The reason the server cannot start or listen.
public typealias OriginServerError = CodedError<OriginServerErrorCode>

/// The codes of ``OriginServerError``.
public struct OriginServerErrorCode: Sendable, Hashable, CustomStringConvertible {
  public let description: String
  /// Another process is listening on the address and port.
  public static let addressInUse = Self(description: "in-use")
  /// The machine does not have the address, or the user has no permission to listen on it.
  public static let invalidAddress = Self(description: "invalid")
  /// A line is not a rule for faults.
  public static let invalidRule = Self(description: "rule")
  /// A URL is not that of an HTTP server.
  public static let invalidURL = Self(description: "url")
  /// A script or a recording cannot be read, or a recording cannot be written.
  public static let unreadableFile = Self(description: "file")
  /// A file is not a recording, or is damaged.
  public static let damagedRecording = Self(description: "damaged")
  /// The operating system refused for another reason.
  public static let systemError = Self(description: "system")
}

extension OriginServerError {
  /// - Parameter message: says what is allowed.
  static func invalidRule(_ message: String) -> OriginServerError { OriginServerError(.invalidRule, message) }
}
