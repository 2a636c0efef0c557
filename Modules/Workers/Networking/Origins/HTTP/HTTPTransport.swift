import AsyncHTTPClient
import Contracts
import NIOCore
import NIOHTTP1

/// Sends single GETs over pooled connections: without redirects or retries, with verified certificates and a limit on the body size.
final class HTTPTransport: Sendable {
  private let client: HTTPClient
  private let maxBodySize: Int

  init(_ settings: HTTPSettings) {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    // ``RetryPolicy`` decides about retries; the pool's own retries would hide a refused connection.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = settings.concurrency
    configuration.timeout.connect = TimeAmount(settings.requestTimeout)
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    maxBodySize = settings.maxBodySize
  }

  /// Sends one request. Has no timeout of its own: the caller limits the time by cancelling the task.
  func get(_ url: HTTPURL, _ conditions: HTTPConditions, for origin: String) async throws(OriginError) -> HTTPResponse {
    var request = HTTPClientRequest(url: url.description)
    request.headers = ["accept": "application/json", "user-agent": "holocron"]
    // If both are sent, the tag takes precedence (RFC 9110 section 13.1.3); servers without tags use the date.
    if let tag = conditions.entityTag { request.headers.add(name: "if-none-match", value: tag) }
    if let date = conditions.modifiedSince { request.headers.add(name: "if-modified-since", value: date) }
    do {
      let response = try await client.execute(request, deadline: .distantFuture)
      let body = try await response.body.collect(upTo: maxBodySize)
      let headers = response.headers
      return HTTPResponse(
        status: Int(response.status.code), fields: ForwardedFields.fields { headers[$0] }, location: headers.first(name: "location"),
        contentType: headers.first(name: "content-type"), contentEncoding: Self.coding(headers["content-encoding"]),
        body: Array(body.readableBytesView))
    } catch {
      throw OriginError(transport: error, scheme: url.scheme, origin: origin, maxBodySize: maxBodySize)
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
