/// Finds records by name, ignoring case, accents and punctuation: `r2d2` matches R2-D2, `padme` matches Padmé Amidala.
public struct NameIndex: Sendable {
  /// A record and its name.
  public struct Entry: Sendable, Hashable {
    public let reference: Reference
    public let name: String

    public init(_ reference: Reference, _ name: String) {
      self.reference = reference
      self.name = name
    }
  }

  /// The result of ``find(_:)``.
  public enum Outcome: Sendable, Hashable {
    /// One record matches best.
    case found(Entry)
    /// Several records match equally well, in their given order.
    case ambiguous([Entry])
    /// No record matches. The suggestions have similar names, closest first.
    case unknown(suggestions: [Entry])
  }

  /// How well a name matches, best first.
  private enum MatchQuality: Int, CaseIterable {
    case exact, prefix, words, substring
  }

  private let entries: [(entry: Entry, words: [String], compact: String)]

  /// Creates an index of the given records. Costs time for every character of their names.
  public init(_ entries: [Entry]) {
    self.entries = entries.map { entry in
      let words = FoldedText(entry.name).words.map(\.text)
      return (entry, words, words.joined())
    }
  }

  /// Finds the best matches for `query`: a name equal to it, or else names with this prefix, or else names with these words, or else names
  /// that contain it.
  public func find(_ query: String) -> Outcome {
    let words = FoldedText(query).words.map(\.text)
    let compact = words.joined()
    guard !compact.isEmpty else { return .unknown(suggestions: []) }
    var matches: [(quality: MatchQuality, entry: Entry)] = []
    for candidate in entries {
      if let quality = Self.quality(candidate.words, candidate.compact, words, compact) { matches.append((quality, candidate.entry)) }
    }
    guard let best = matches.map(\.quality.rawValue).min() else { return .unknown(suggestions: similar(to: query)) }
    let found = matches.filter { $0.quality.rawValue == best }.map(\.entry)
    return found.count == 1 ? .found(found[0]) : .ambiguous(found)
  }

  private static func quality(
    _ name: [String], _ compactName: String, _ query: [String], _ compactQuery: String
  ) -> MatchQuality? {
    if compactName == compactQuery { return .exact }
    if compactName.hasPrefix(compactQuery) { return .prefix }
    if query.allSatisfy({ word in name.contains { $0.hasPrefix(word) } }) { return .words }
    return compactName.contains(compactQuery) ? .substring : nil
  }

  private func similar(to query: String) -> [Entry] {
    suggestions(for: query, among: entries.map(\.entry.name), limit: 5).compactMap { name in
      entries.first { $0.entry.name == name }?.entry
    }
  }
}
