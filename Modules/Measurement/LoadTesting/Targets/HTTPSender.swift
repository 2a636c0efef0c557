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
    // The deadline of the client ends with the head of a response; without this, a body that stops arriving would never end.
    configuration.timeout.read = self.timeout
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  func send(_ call: Call, lane: Int) async -> Answer {
    guard case .http(let url) = call.payload else { return Answer(failure: "not a request of HTTP") }
    var request = HTTPClientRequest(url: url)
    request.headers = ["accept": "application/json", "user-agent": "holocron-load"]
    let deadline = NIODeadline.now() + timeout
    do {
      let response = try await client.execute(request, deadline: deadline)
      let body = try await Self.body(of: response, until: deadline)
      return Answer(status: Int(response.status.code), cacheStatus: response.headers.first(name: "cache-status"), body: body)
    } catch {
      return Answer(failure: Self.reason(error))
    }
  }

  /// Returns the whole body. Throws if a part arrives after `deadline`.
  private static func body(of response: HTTPClientResponse, until deadline: NIODeadline) async throws -> [UInt8] {
    var body: [UInt8] = []
    for try await part in response.body {
      guard NIODeadline.now() < deadline else { throw HTTPClientError.deadlineExceeded }
      guard body.count + part.readableBytes <= maxBodySize else { throw NIOTooManyBytesError(maxBytes: maxBodySize) }
      body += part.readableBytesView
    }
    return body
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
