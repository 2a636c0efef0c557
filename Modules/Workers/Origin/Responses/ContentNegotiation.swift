/// Content negotiation by the field Accept (RFC 9110 section 12.5.1). The original server answers `text/html` with browsable pages. This
/// server has none, so a client that accepts only web pages gets 406. Browsers also accept `*/*`.
enum ContentNegotiation {
  static func acceptsJSON(_ accept: String?) -> Bool {
    guard let accept, !accept.allSatisfy({ $0 == " " }) else { return true }
    return accept.split(separator: ",").contains { range in
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      guard let type = parts.first, ["*/*", "application/*", "application/json"].contains(type) else { return false }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
      return quality.map { (Double($0) ?? 1) > 0 } ?? true
    }
  }
}
