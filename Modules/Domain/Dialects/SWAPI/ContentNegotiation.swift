/// Content negotiation by the field Accept (RFC 9110 section 12.5.1). The original server answers `text/html` with browsable pages. This
/// server has none, so a client that accepts only web pages gets 406. Browsers also accept `*/*`.
enum ContentNegotiation {
  /// The ranges that include JSON, the most specific first.
  private static let ranges = ["application/json", "application/*", "*/*"]

  /// Returns whether the field allows JSON. The most specific range that includes JSON decides: `application/json;q=0, */*` does not
  /// allow JSON.
  static func acceptsJSON(_ accept: String?) -> Bool {
    guard let accept, !accept.allSatisfy({ $0 == " " }) else { return true }
    var qualities: [String: Double] = [:]
    for range in accept.split(separator: ",") {
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      guard let type = parts.first, ranges.contains(type) else { continue }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      // A range that appears twice, with different parameters, has the higher quality.
      qualities[type] = max(qualities[type] ?? 0, quality)
    }
    return ranges.lazy.compactMap { qualities[$0] }.first.map { $0 > 0 } ?? false
  }
}
