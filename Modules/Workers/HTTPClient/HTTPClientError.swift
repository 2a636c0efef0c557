import CCurl

@_exported public import struct Platform.CodedError
public import struct Platform.ErrorNumber

/// The reason a request got no response. The message is one of libcurl, such as `SSL certificate problem: self-signed certificate`.
public typealias HTTPClientError = CodedError<HTTPClientErrorCode>

/// The codes of ``HTTPClientError``.
public struct HTTPClientErrorCode: Sendable, Hashable, CustomStringConvertible {
  public let description: String
  /// The URL or a field cannot be sent.
  public static let invalid = Self(description: "invalid")
  /// The host, or that of the proxy, has no address.
  public static let unknownHost = Self(description: "unknown-host")
  /// The server refused the connection.
  public static let refused = Self(description: "refused")
  /// There was no connection within the limit.
  public static let connectTimeout = Self(description: "connect-timeout")
  /// No connection for another reason, such as a missing route.
  public static let unreachable = Self(description: "unreachable")
  /// The TLS connection could not be established, or the certificate is not valid.
  public static let tlsFailed = Self(description: "tls-failed")
  /// The connection was lost before the response was complete.
  public static let connectionLost = Self(description: "connection-lost")
  /// The deadline passed.
  public static let timedOut = Self(description: "timed-out")
  /// The response is not valid HTTP, or its content coding is unknown or damaged.
  public static let malformed = Self(description: "malformed")
  /// The body exceeds its limit, or its receiver refused it.
  public static let tooLarge = Self(description: "too-large")
  /// The header exceeds its limit.
  public static let headTooLarge = Self(description: "head-too-large")
  /// The task was cancelled, or the client is closed.
  public static let cancelled = Self(description: "cancelled")
  /// No memory, threads or file descriptors are left.
  public static let system = Self(description: "system")
}

extension HTTPClientErrorCode {
  /// Returns the code for a result of libcurl.
  ///
  /// - Parameters:
  ///   - error: the error of the operating system that caused it; 0 for none.
  ///   - wasSent: whether the connection was ready to send the request.
  ///   - text: libcurl's explanation.
  init(_ result: CURLcode, error: ErrorNumber, wasSent: Bool, text: String) {
    switch result {
    case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT: self = .invalid
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .unknownHost
    case CURLE_COULDNT_CONNECT: self = error == .connectionRefused ? .refused : .unreachable
    case CURLE_OPERATION_TIMEDOUT: self = wasSent ? .timedOut : .connectTimeout
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED:
      self = .tlsFailed
    case CURLE_FILESIZE_EXCEEDED: self = .tooLarge
    // Before version 8.6, libcurl refuses one line of more than 100 KiB by claiming that no memory is left; later with CURLE_TOO_LARGE.
    case CURLE_OUT_OF_MEMORY where wasSent, CURLcode(rawValue: 100) where wasSent: self = .headTooLarge
    case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT: self = .system
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: self = .malformed
    // A chunk without its size; other failures to receive are lost connections, or a proxy's refusal to connect.
    case CURLE_RECV_ERROR where text.contains("chunk"): self = .malformed
    case CURLE_RECV_ERROR where !wasSent: self = .unreachable
    case CURLE_PROXY: self = .unreachable
    default: self = .connectionLost
    }
  }
}
