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
  func get(_ address: WebAddress, _ conditions: HTTPConditions, for origin: String) async throws(OriginError) -> HTTPAnswer {
    var request = HTTPClientRequest(url: address.description)
    request.headers = ["accept": "application/json", "user-agent": "holocron"]
    // Where both are given the tag decides (RFC 9110 section 13.1.3); servers that know no tags go by the date.
    if let tag = conditions.entityTag { request.headers.add(name: "if-none-match", value: tag) }
    if let date = conditions.modifiedSince { request.headers.add(name: "if-modified-since", value: date) }
    do {
      let response = try await client.execute(request, deadline: .distantFuture)
      let body = try await response.body.collect(upTo: largestBody)
      let headers = response.headers
      return HTTPAnswer(
        status: Int(response.status.code), fields: CarriedFields.fields { headers[$0] }, location: headers.first(name: "location"),
        contentType: headers.first(name: "content-type"), contentEncoding: Self.coding(headers["content-encoding"]),
        body: Array(body.readableBytesView))
    } catch {
      throw OriginError(transport: error, scheme: address.scheme, origin: origin, largestBody: largestBody)
    }
  }

  /// `identity` says that there is none (RFC 9110 section 8.4.1); it should not be sent, and is.
  private static func coding(_ lines: [String]) -> String? {
    let codings = lines.filter { !$0.isEmpty && $0.lowercased() != "identity" }
    return codings.isEmpty ? nil : codings.joined(separator: ", ")
  }

  /// Ends what is under way and closes the connections.
  func close() async {
    // The only error there is says that it was closed before.
    try? await client.shutdown()
  }
}

/// What makes a GET conditional.
struct HTTPConditions: Sendable, Hashable {
  let entityTag: String?
  let modifiedSince: String?
}
