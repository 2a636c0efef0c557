import Hummingbird
import NIOCore

/// Passes every request to one function. There is no router: ``SWAPIResponder`` decides which paths exist.
struct Responder: HTTPResponder {
  /// An empty context: responses depend on the request alone.
  struct Context: InitializableFromSource {
    init(source: ApplicationRequestContextSource) {}
  }

  let respond: @Sendable (Request) async -> Response

  func respond(to request: Request, context: Context) async throws -> Response { await respond(request) }
}

extension SWAPIRequest {
  init(_ request: Request) {
    self.init(
      method: request.method.rawValue, target: request.head.path ?? "/", host: request.head.authority,
      forwardedScheme: request.headers.first { $0.name.canonicalName == "x-forwarded-proto" }?.value, accept: request.headers[.accept],
      ifNoneMatch: request.headers[.ifNoneMatch])
  }
}

extension SWAPIResponse {
  /// Converts to an HTTP response. The response to HEAD has the fields of the response to GET and no body (RFC 9110 section 9.3.2).
  func response(toHead: Bool) -> Response {
    var fields = HTTPFields()
    if status != 304 { fields[.contentType] = contentType }
    if isAPIResource {
      fields[.vary] = "Accept, Cookie"
      fields[.allow] = SWAPIResponder.methods.joined(separator: ", ")
    }
    fields[.eTag] = entityTag
    fields[.location] = location
    if status == 304 { return Response(status: .notModified, headers: fields) }
    fields[.contentLength] = String(body.readableBytes)
    return Response(status: .init(code: status), headers: fields, body: toHead ? ResponseBody() : ResponseBody(byteBuffer: body))
  }
}
