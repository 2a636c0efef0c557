import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

extension OriginError {
  /// What `error`, thrown by the HTTP client, means to people. Decided by types and codes, never by wording.
  init(transport error: any Error, scheme: WebAddress.Scheme, origin: String, largestBody: Int) {
    switch error {
    case is CancellationError: self.init(.cancelled, "the request was cancelled", cause: error)
    case is NIOTooManyBytesError: self.init(.tooLarge, "\(origin) sent more than \(largestBody) bytes in one answer", cause: error)
    case let error as NIOConnectionError: self.init(connecting: error, origin: origin)
    case let error as IOError: self.init(system: error, origin: origin)
    case HTTPParserError.invalidEOFState as HTTPParserError, is ChannelError: self.init(broken: error, origin: origin)
    case is HTTPParserError: self.init(.malformed, "what \(origin) sent is not HTTP", cause: error)
    case let error as HTTPClientError: self.init(client: error, origin: origin)
    // Failures of the TLS library come in several types.
    case let other where scheme == .https:
      self.init(
        .insecure,
        "no secure connection to \(origin) came about: its certificate may have expired or name another host, or it speaks no TLS (\(other))",
        cause: other)
    case let other: self.init(.broken, "the connection to \(origin) failed: \(other)", cause: other)
    }
  }

  private init(broken error: any Error, origin: String) {
    self.init(.broken, "\(origin) closed the connection before its answer was whole", cause: error)
  }

  private init(client error: HTTPClientError, origin: String) {
    switch error {
    case .cancelled: self.init(.cancelled, "the request was cancelled", cause: error)
    case .connectTimeout: self.init(.unreachable, "\(origin) cannot be reached: nobody answers there", cause: error)
    case .deadlineExceeded, .readTimeout: self.init(.timedOut, "\(origin) did not answer in time", cause: error)
    case .tlsHandshakeTimeout: self.init(.insecure, "\(origin) did not set up a secure connection in time", cause: error)
    case .remoteConnectionClosed: self.init(broken: error, origin: origin)
    default: self.init(.broken, "the connection to \(origin) failed: \(error.shortDescription)", cause: error)
    }
  }

  private init(connecting error: NIOConnectionError, origin: String) {
    if let refusal = error.connectionErrors.lazy.compactMap({ $0.error as? IOError }).first {
      self.init(system: refusal, origin: origin)
    } else if error.connectionErrors.isEmpty {
      self.init(.unreachable, "\(origin) cannot be reached: the host '\(error.host)' is not known", cause: error)
    } else {
      self.init(.unreachable, "\(origin) cannot be reached: nobody answers there", cause: error)
    }
  }

  private init(system error: IOError, origin: String) {
    switch error.errnoCode {
    case ECONNREFUSED: self.init(.unreachable, "\(origin) refused the connection", cause: error)
    case ECONNRESET, EPIPE: self.init(.broken, "\(origin) broke the connection off", cause: error)
    default: self.init(.unreachable, "\(origin) cannot be reached: \(String(cString: strerror(error.errnoCode)))", cause: error)
    }
  }
}
