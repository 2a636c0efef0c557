import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Sends single GETs over pooled connections: no redirects, no repetitions, certificates verified, bodies bounded.
final class HTTPTransport: Sendable {
  private let client: HTTPClient
  private let largestBody: Int

  init(_ settings: HTTPSettings) {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    // The policies of this module decide about repeating; the pool's own repetitions would hide that nobody listens.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = settings.concurrency
    configuration.timeout.connect = TimeAmount(settings.requestTimeout)
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    largestBody = settings.largestBody
  }

  /// Cancelling the task ends the exchange. Whoever calls bounds its time that way; there is no other limit.
  func get(_ address: WebAddress, entityTag: String?, for origin: String) async throws(OriginError) -> HTTPAnswer {
    var request = HTTPClientRequest(url: address.description)
    request.headers = ["accept": "application/json", "user-agent": "holocron"]
    if let entityTag { request.headers.add(name: "if-none-match", value: entityTag) }
    do {
      let response = try await client.execute(request, deadline: .distantFuture)
      let body = try await response.body.collect(upTo: largestBody)
      return HTTPAnswer(
        status: Int(response.status.code), entityTag: response.headers.first(name: "etag"),
        location: response.headers.first(name: "location"), retryAfter: response.headers.first(name: "retry-after"),
        contentType: response.headers.first(name: "content-type"), body: Array(body.readableBytesView))
    } catch {
      throw OriginError(transport: error, scheme: address.scheme, origin: origin, largestBody: largestBody)
    }
  }

  /// Ends what is under way and closes the connections.
  func close() async {
    // The only error there is says that it was closed before.
    try? await client.shutdown()
  }
}
