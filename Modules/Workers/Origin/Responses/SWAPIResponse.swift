import NIOCore

/// A response of the server, independent of the HTTP library.
struct SWAPIResponse: Sendable {
  var status: Int
  var contentType = "application/json"
  var body = ByteBuffer()
  var entityTag: String?
  /// The target of a redirect.
  var location: String?
  /// Further header fields of the dialect.
  var fields: [(name: String, value: String)] = []

  init(status: Int, contentType: String = "application/json", body: ByteBuffer = ByteBuffer()) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }

  /// An error of this server rather than of a dialect, with the body `{"detail":…}`. `text` needs no escapes in JSON.
  init(error status: Int, _ text: String) {
    self.init(status: status, body: ByteBuffer(string: #"{"detail":"\#(text)"}"#))
  }
}
