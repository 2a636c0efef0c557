/// Whether a client takes JSON (RFC 9110 section 12.5.1). The original server would give `text/html` its browsable pages; this one has
/// none, so a client that takes nothing but web pages gets 406. Browsers also take `*/*`.
enum Acceptance {
  static func takesJSON(_ accept: String?) -> Bool {
    guard let accept, !accept.allSatisfy({ $0 == " " }) else { return true }
    return accept.split(separator: ",").contains { range in
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      guard let type = parts.first, ["*/*", "application/*", "application/json"].contains(type) else { return false }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
      return quality.map { (Double($0) ?? 1) > 0 } ?? true
    }
  }
}
