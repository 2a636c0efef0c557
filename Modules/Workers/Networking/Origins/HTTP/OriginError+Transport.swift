import AsyncHTTPClient
import Contracts
import NIOCore
import NIOHTTP1
import NIOPosix
import Platform

extension OriginError {
  /// Converts an error thrown by the HTTP client. Distinguishes errors by type and code, never by wording.
  init(transport error: any Error, scheme: HTTPURL.Scheme, origin: String, maxBodySize: Int) {
    switch error {
    case is CancellationError: self.init(.cancelled, "the request was cancelled", cause: error)
    case is ResponseAccumulator.ResponseTooBigError:
      self.init(.tooLarge, "\(origin) sent a response of more than \(maxBodySize) bytes", cause: error)
    case let error as NIOConnectionError: self.init(connecting: error, origin: origin)
    case let error as IOError: self.init(system: error, origin: origin)
    case HTTPParserError.invalidEOFState as HTTPParserError, is ChannelError: self.init(connectionLost: error, origin: origin)
    case is HTTPParserError: self.init(.malformed, "the response of \(origin) is not valid HTTP", cause: error)
    case let error as HTTPClientError: self.init(client: error, origin: origin)
    // The TLS library throws errors of several types.
    case let other where scheme == .https:
      self.init(
        .tlsFailed,
        "no TLS connection to \(origin): the certificate may have expired or name another host, or the server has no TLS (\(other))",
        cause: other)
    case let other: self.init(.connectionLost, "the connection to \(origin) failed: \(other)", cause: other)
    }
  }

  private init(connectionLost error: any Error, origin: String) {
    self.init(.connectionLost, "\(origin) closed the connection before the response was complete", cause: error)
  }

  private init(client error: HTTPClientError, origin: String) {
    switch error {
    case .cancelled: self.init(.cancelled, "the request was cancelled", cause: error)
    case .connectTimeout:
      self.init(.unreachable, "the connection to \(origin) timed out", cause: error)
      specificReason = .connectTimeout
    case .deadlineExceeded, .readTimeout: self.init(.timedOut, "\(origin) did not answer in time", cause: error)
    case .tlsHandshakeTimeout: self.init(.tlsFailed, "\(origin) did not complete the TLS handshake in time", cause: error)
    case .remoteConnectionClosed: self.init(connectionLost: error, origin: origin)
    default: self.init(.connectionLost, "the connection to \(origin) failed: \(error.shortDescription)", cause: error)
    }
  }

  private init(connecting error: NIOConnectionError, origin: String) {
    if let refusal = error.connectionErrors.lazy.compactMap({ $0.error as? IOError }).first {
      self.init(system: refusal, origin: origin)
    } else if error.connectionErrors.isEmpty {
      self.init(.unreachable, "unknown host '\(error.host)' of \(origin)", cause: error)
      specificReason = .unknownHost
    } else {
      self.init(.unreachable, "no address of \(origin) accepted the connection", cause: error)
    }
  }

  private init(system error: IOError, origin: String) {
    let number = ErrorNumber(rawValue: error.errnoCode)
    switch number {
    case .connectionRefused:
      self.init(.unreachable, "\(origin) refused the connection", cause: error)
      specificReason = .refused
    case .connectionReset, .brokenPipe: self.init(.connectionLost, "\(origin) reset the connection", cause: error)
    default: self.init(.unreachable, "no connection to \(origin): \(number)", cause: error)
    }
  }
}
