extension LoadReport {
  /// Counts by label, the largest first. Labels may come from an origin, so their number and their length are limited.
  public struct Tally: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
      public let label: String
      public let count: Int
    }

    public static let maximumEntries = 16
    /// In Unicode scalars.
    public static let maximumLabelLength = 64
    /// The label of everything beyond the limits.
    public static let other = "other"

    public let entries: [Entry]

    /// Adds up equal labels. Labels beyond the limits count as ``other``, which comes last.
    public init(_ counts: some Sequence<(key: String, value: Int)>) {
      var sums: [String: Int] = [:]
      for (label, count) in counts where count > 0 {
        let short = String(String.UnicodeScalarView(label.unicodeScalars.prefix(Self.maximumLabelLength)))
        sums[short, default: 0].addLimited(count)
      }
      var rest = sums.removeValue(forKey: Self.other) ?? 0
      var entries = sums.map { Entry(label: $0.key, count: $0.value) }.sorted {
        $0.count != $1.count ? $0.count > $1.count : $0.label < $1.label
      }
      let limit = rest > 0 || entries.count > Self.maximumEntries ? Self.maximumEntries - 1 : Self.maximumEntries
      for entry in entries.dropFirst(limit) { rest.addLimited(entry.count) }
      entries = Array(entries.prefix(limit))
      if rest > 0 { entries.append(Entry(label: Self.other, count: rest)) }
      self.entries = entries
    }

    public init() { entries = [] }

    public var total: Int { entries.reduce(into: 0) { $0.addLimited($1.count) } }

    /// The count of a label, 0 if there is none.
    public subscript(label: String) -> Int { entries.first { $0.label == label }?.count ?? 0 }

    /// Returns the sums of several tallies.
    public static func merged(_ parts: some Sequence<Tally>) -> Tally {
      Tally(parts.flatMap { part in part.entries.map { (key: $0.label, value: $0.count) } })
    }
  }
}
