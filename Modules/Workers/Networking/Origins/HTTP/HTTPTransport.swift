import AsyncHTTPClient
import Contracts
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends single GETs over pooled connections: without redirects or retries, with verified certificates and a limit on the body size.
final class HTTPTransport: Sendable {
  /// Runs tasks on the thread of the connections.
  let executor: EventLoopExecutor
  private let loop: any EventLoop
  private let client: HTTPClient
  private let maxBodySize: Int

  init(_ settings: HTTPSettings) {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.tracing.tracer = nil
    // ``RetryPolicy`` decides about retries; the pool's own retries would hide a refused connection.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = settings.concurrency
    // The caller cancels the request first; this limit only ends attempts that nobody waits for any more.
    configuration.timeout.connect = TimeAmount(settings.requestTimeout + .seconds(1))
    // One thread serves all connections: waking another thread for each response costs more than the response itself.
    loop = MultiThreadedEventLoopGroup.singleton.next()
    executor = EventLoopExecutor(loop)
    client = HTTPClient(eventLoopGroup: loop, configuration: configuration)
    maxBodySize = settings.maxBodySize
  }

  /// Sends one request. Has no timeout of its own: the caller limits the time by cancelling the task.
  func get(_ url: HTTPURL, _ conditions: HTTPConditions, for origin: String) async throws(OriginError) -> HTTPResponse {
    var headers: HTTPHeaders = ["accept": "application/json", "user-agent": "holocron"]
    // If both are sent, the tag takes precedence (RFC 9110 section 13.1.3); servers without tags use the date.
    if let tag = conditions.entityTag { headers.add(name: "if-none-match", value: tag) }
    if let date = conditions.modifiedSince { headers.add(name: "if-modified-since", value: date) }
    do {
      let response = try await execute(try HTTPClient.Request(url: url.description, headers: headers))
      return HTTPResponse(
        status: Int(response.status.code), fields: ForwardedFields.fields(response.headers),
        location: response.headers.first(name: "location"), contentType: response.headers.first(name: "content-type"),
        contentEncoding: Self.coding(response.headers["content-encoding"]), body: response.body.map { Array($0.readableBytesView) } ?? [])
    } catch {
      throw OriginError(transport: error, scheme: url.scheme, origin: origin, maxBodySize: maxBodySize)
    }
  }

  /// The client's own asynchronous method would start two tasks for each request, and pass the body through an asynchronous sequence.
  private func execute(_ request: HTTPClient.Request) async throws -> HTTPClient.Response {
    let task = client.execute(
      request: request, delegate: LimitedAccumulator(request: request, maxBodySize: maxBodySize),
      eventLoop: .delegate(on: loop))
    return try await withTaskCancellationHandler {
      try await task.futureResult.get()
    } onCancel: {
      task.cancel()
    }
  }

  /// Returns the content codings; `nil` for none. Some servers send `identity`, which means none, although they should not (RFC 9110
  /// section 8.4.1).
  private static func coding(_ lines: [String]) -> String? {
    let codings = lines.filter { !$0.isEmpty && $0.lowercased() != "identity" }
    return codings.isEmpty ? nil : codings.joined(separator: ", ")
  }

  /// Cancels requests in flight and closes the connections.
  func close() async {
    // The only possible error is that the client is closed already.
    try? await client.shutdown()
  }
}

/// The validators of a conditional GET.
struct HTTPConditions: Sendable, Hashable {
  let entityTag: String?
  let modifiedSince: String?
}
