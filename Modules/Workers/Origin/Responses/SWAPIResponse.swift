import NIOCore

/// A response of the server, independent of the HTTP library.
struct SWAPIResponse: Sendable {
  var status: Int
  var contentType = "application/json"
  var body = ByteBuffer()
  var entityTag: String?
  /// The target of a redirect.
  var location: String?
  /// Whether the response comes from a resource of the API and so carries the fields Vary and Allow.
  var isAPIResource = true

  /// Returns an error with the body `{"detail":…}`, as the original server writes errors.
  static func detail(_ status: Int, _ text: String) -> SWAPIResponse {
    SWAPIResponse(status: status, body: ByteBuffer(string: #"{"detail":"\#(text)"}"#))
  }

  static let notFound = detail(404, "Not found")

  /// Returns a web page, the original server's response to paths outside the API.
  static func page(_ status: Int, _ title: String) -> SWAPIResponse {
    SWAPIResponse(
      status: status, contentType: "text/html", body: ByteBuffer(string: "<!doctype html><title>\(title)</title><h1>\(title)</h1>\n"),
      isAPIResource: false)
  }

  static func redirect(_ status: Int, to location: String) -> SWAPIResponse {
    SWAPIResponse(status: status, contentType: "text/html", location: location, isAPIResource: false)
  }
}
