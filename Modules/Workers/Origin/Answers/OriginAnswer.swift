import NIOCore

/// An answer of the server, before it is put into HTTP.
struct OriginAnswer: Sendable {
  var status: Int
  var contentType = "application/json"
  var body = ByteBuffer()
  var entityTag: String?
  /// For redirects.
  var location: String?
  /// Whether the answer comes from a resource of the API, and so tells what it may vary by and which methods there are.
  var isOfAPI = true

  /// `{"detail":…}`, as the original server words its errors.
  static func detail(_ status: Int, _ text: String) -> OriginAnswer {
    OriginAnswer(status: status, body: ByteBuffer(string: #"{"detail":"\#(text)"}"#))
  }

  static let notFound = detail(404, "Not found")

  /// Paths outside the API get a web page, as on the original server.
  static func page(_ status: Int, _ title: String) -> OriginAnswer {
    OriginAnswer(
      status: status, contentType: "text/html", body: ByteBuffer(string: "<!doctype html><title>\(title)</title><h1>\(title)</h1>\n"),
      isOfAPI: false)
  }

  static func redirect(_ status: Int, to location: String) -> OriginAnswer {
    OriginAnswer(status: status, contentType: "text/html", location: location, isOfAPI: false)
  }
}
