import NIOCore
import Testing

@testable import Origin

extension SWAPIResponder {
  /// Returns the body of the answer that `https://swapi.dev` sends for `target`. Fails the test unless the status is 200.
  func body(_ target: String) throws -> String {
    let response = respond(to: SWAPIRequest(target: target, host: "swapi.dev", forwardedScheme: "https"), localAuthority: "")
    try #require(response.status == 200)
    return String(buffer: response.body)
  }
}
