/// A pattern for the paths of requests, in which `*` matches any characters, also none and also slashes: `/api/people/*`. A pattern with a
/// question mark is compared with path and query, one without with the path alone.
struct PathPattern: Sendable, Hashable {
  let text: String
  private let includesQuery: Bool
  /// The texts between the asterisks.
  private let pieces: [[UInt8]]

  /// Returns `nil` unless the pattern starts with `/` or `*` and has at most 1,000 bytes.
  init?(_ text: String) {
    guard text.hasPrefix("/") || text.hasPrefix("*"), text.utf8.count <= 1_000 else { return nil }
    self.text = text
    includesQuery = text.utf8.contains(UInt8(ascii: "?"))
    pieces = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
  }

  /// Compares bytes, because targets are not normalised.
  func matches(_ target: String) -> Bool {
    let end = includesQuery ? nil : target.utf8.firstIndex(of: UInt8(ascii: "?"))
    var rest = Array(target.utf8[..<(end ?? target.utf8.endIndex)])[...]
    guard let first = pieces.first, let last = pieces.last, rest.starts(with: first) else { return false }
    if pieces.count == 1 { return rest.count == first.count }
    rest = rest.dropFirst(first.count)
    // The leftmost match of each piece leaves the most for the next ones.
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let start = Self.start(of: piece, in: rest) else { return false }
      rest = rest[(start + piece.count)...]
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }

  private static func start(of piece: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = piece.first, bytes.count >= piece.count else { return nil }
    return (bytes.startIndex...(bytes.endIndex - piece.count)).first {
      bytes[$0] == first && bytes[$0..<($0 + piece.count)].elementsEqual(piece)
    }
  }
}
