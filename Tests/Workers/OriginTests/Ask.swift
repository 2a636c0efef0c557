import HTTPClient
import TestSupport

/// A client that shows responses as they arrive.
private let client = Result {
  var settings = HTTPClient.Settings(connections: 64)
  settings.decompresses = false
  return try HTTPClient(settings)
}

/// Sends a request to a server of a test.
func ask(_ url: String, _ method: String = "GET", _ content: String = "", fields: [String: String] = [:]) async throws -> HTTPClientResponse
{
  var request = HTTPClientRequest(
    url, fields: fields.map { HTTPClientField($0.key, $0.value) }, deadline: .now + .testLimit, maxBodySize: 8 << 20)
  request.method = method
  request.content = Array(content.utf8)
  return try await client.get().send(request)
}

extension HTTPClientResponse {
  var text: String { String(decoding: body, as: UTF8.self) }

  /// All values of a field.
  func values(_ name: String) -> [String] { fields.filter { $0.name.lowercased() == name }.map(\.value) }
}
