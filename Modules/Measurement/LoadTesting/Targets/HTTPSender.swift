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
    configuration.tracing.tracer = nil
    // A failure must be counted, not hidden by a second attempt.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(1, connections)
    self.timeout = TimeAmount(timeout)
    configuration.timeout.connect = self.timeout
    // For connections whose server stops answering, besides the deadline of each request.
    configuration.timeout.read = self.timeout
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  func send(_ call: Call, lane: Int) async -> Answer {
    guard case .http(let url) = call.payload else { return Answer(failure: "not a request of HTTP") }
    do {
      let request = try HTTPClient.Request(url: url, headers: ["accept": "application/json", "user-agent": "holocron-load"])
      let response = try await execute(request, until: .now() + timeout)
      let body = response.body.map { Array($0.readableBytesView) } ?? []
      return Answer(status: Int(response.status.code), cacheStatus: response.headers.first(name: "cache-status"), body: body)
    } catch {
      return Answer(failure: Self.reason(error))
    }
  }

  /// The client's own asynchronous method would start two tasks for each request, and pass the body through an asynchronous sequence.
  private func execute(_ request: HTTPClient.Request, until deadline: NIODeadline) async throws -> HTTPClient.Response {
    let task = client.execute(
      request: request, delegate: ResponseAccumulator(request: request, maxBodySize: Self.maxBodySize), deadline: deadline)
    return try await withTaskCancellationHandler {
      try await task.futureResult.get()
    } onCancel: {
      task.cancel()
    }
  }

  /// Returns a few words without values, so that equal failures are counted together.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as HTTPClientError: reason(error)
    case is IOError, is ChannelError, is NIOConnectionError: "no connection"
    case is ResponseAccumulator.ResponseTooBigError: "body too large"
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
