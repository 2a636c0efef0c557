import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends GETs to a server over pooled connections, without redirects and retries.
final class HTTPSender: RequestSender {
  private static let maxBodySize = 16 << 20

  private let client: HTTPClient
  private let timeout: TimeAmount

  /// - Parameter connections: the maximum number of connections.
  init(connections: Int, timeout: Duration) {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    // A failure must be counted, not hidden by a second attempt.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(1, connections)
    self.timeout = TimeAmount(timeout)
    configuration.timeout.connect = self.timeout
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  func send(_ call: Call, lane: Int) async -> Answer {
    guard case .http(let url) = call.payload else { return Answer(failure: "not a request of HTTP") }
    var request = HTTPClientRequest(url: url)
    request.headers = ["accept": "application/json", "user-agent": "holocron-load"]
    do {
      let response = try await client.execute(request, timeout: timeout)
      let body = try await response.body.collect(upTo: Self.maxBodySize)
      return Answer(
        status: Int(response.status.code), cacheStatus: response.headers.first(name: "cache-status"), body: Array(body.readableBytesView))
    } catch {
      return Answer(failure: Self.reason(error))
    }
  }

  /// Returns a few words without values, so that equal failures are counted together.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as HTTPClientError: reason(error)
    case is IOError, is ChannelError, is NIOConnectionError: "no connection"
    case is NIOTooManyBytesError: "body too large"
    default: "\(type(of: error))"
    }
  }

  private static func reason(_ error: HTTPClientError) -> String {
    switch error {
    case .deadlineExceeded, .readTimeout, .connectTimeout: "deadline-exceeded"
    case .getConnectionFromPoolTimeout: "no free connection"
    case .remoteConnectionClosed: "connection closed"
    default: "HTTP error"
    }
  }

  func close() async {
    // The only possible error is that the client is closed already.
    try? await client.shutdown()
  }
}
