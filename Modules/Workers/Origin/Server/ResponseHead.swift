import HTTPTypes

extension ResponsePlan {
  /// The head of the response, with Date and Content-Length.
  ///
  /// - Parameter now: the time in seconds since 1970.
  func head(now: Int) -> HTTPResponse {
    var fields = fields
    let serverTime = now + Int(clockSkew / .seconds(1))
    if let retryDate { fields[.retryAfter] = DateField.text(secondsSince1970: serverTime + Int(retryDate / .seconds(1))) }
    if !isVerbatim {
      fields[.date] = fields[.date] ?? DateField.text(secondsSince1970: serverTime)
      fields[.transferEncoding] = nil
      fields[.contentLength] = hasLength ? String(bodyLength) : nil
    }
    return HTTPResponse(status: status, headerFields: fields)
  }

  /// Whether the status allows a body (RFC 9110 section 6.4.1). A client takes anything after the head for the next response.
  var mayHaveBody: Bool { status.code != 204 && status.code != 304 }

  /// Whether the length of the body is announced.
  private var hasLength: Bool { mayHaveBody && ending?.place != .end }

  /// Whether the connection cannot be used for another request.
  var endsConnection: Bool { fields[.connection]?.lowercased() == "close" }

  /// Whether the response can be written at once. Larger bodies are written in pieces, which show whether the client reads them.
  var isPlain: Bool { ending == nil && pace == .unlimited && !endsConnection && bodyLength <= 4 * Pace.largestPiece && padding == 0 }
}
