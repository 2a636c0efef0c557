/// A pattern for the paths of requests, in which `*` matches any characters, also none and also slashes: `/api/people/*`. A pattern with a
/// question mark is compared with path and query, one without with the path alone.
struct PathPattern: Sendable, Hashable {
  let text: String
  private let pieces: [String]

  /// Returns `nil` unless the pattern starts with `/` or `*` and has at most 1,000 bytes.
  init?(_ text: String) {
    guard text.hasPrefix("/") || text.hasPrefix("*"), text.utf8.count <= 1_000 else { return nil }
    self.text = text
    pieces = text.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
  }

  func matches(_ target: String) -> Bool {
    var rest = Substring(text.contains("?") ? target : String(target.prefix { $0 != "?" }))
    guard let first = pieces.first, let last = pieces.last, rest.hasPrefix(first) else { return false }
    if pieces.count == 1 { return rest == first }
    rest = rest.dropFirst(first.count)
    // The leftmost match of each piece leaves the most for the next ones.
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
