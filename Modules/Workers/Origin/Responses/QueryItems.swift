import TextCoding

/// The items of a query, decoded as servers decode queries of HTML forms.
enum QueryItems {
  /// Returns the items of `query` in order. Skips items that cannot be decoded.
  static func parse(_ query: some StringProtocol) -> [(name: String, value: String)] {
    query.split(separator: "&").compactMap { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentCoding.decode(sides[0], plusIsSpace: true),
        let value = PercentCoding.decode(sides.count == 2 ? sides[1] : "", plusIsSpace: true)
      else {
        return nil
      }
      return (name, value)
    }
  }
}
