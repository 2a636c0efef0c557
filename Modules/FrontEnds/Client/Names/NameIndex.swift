public import Models

/// Finds records by what people call them. Case, accents and punctuation do not count: `r2d2` is R2-D2, `padme` is Padmé Amidala.
public struct NameIndex: Sendable {
  public struct Entry: Sendable, Hashable {
    public let reference: Reference
    public let name: String
    public init(_ reference: Reference, _ name: String) {
      self.reference = reference
      self.name = name
    }
  }

  public enum Outcome: Sendable, Hashable {
    case found(Entry)
    /// Several fit equally well, in the order they were given.
    case ambiguous([Entry])
    /// None fits; these look like it, likeliest first.
    case unknown(suggestions: [Entry])
  }

  /// How well a name fits, best first.
  private enum Fit: Int, CaseIterable {
    case exact, beginning, words, part
  }

  private let entries: [(entry: Entry, words: [String], compact: String)]

  public init(_ entries: [Entry]) {
    self.entries = entries.map { entry in
      let words = FoldedText(entry.name).words.map(\.text)
      return (entry, words, words.joined())
    }
  }

  /// The records that fit `query` best: a name that equals it, else names that begin with it, else names with these words, else names that
  /// contain it.
  public func find(_ query: String) -> Outcome {
    let words = FoldedText(query).words.map(\.text)
    let compact = words.joined()
    guard !compact.isEmpty else { return .unknown(suggestions: []) }
    var fits: [(fit: Fit, entry: Entry)] = []
    for candidate in entries {
      if let fit = Self.fit(candidate.words, candidate.compact, words, compact) { fits.append((fit, candidate.entry)) }
    }
    guard let best = fits.map(\.fit.rawValue).min() else { return .unknown(suggestions: similar(to: query)) }
    let found = fits.filter { $0.fit.rawValue == best }.map(\.entry)
    return found.count == 1 ? .found(found[0]) : .ambiguous(found)
  }

  private static func fit(_ name: [String], _ compactName: String, _ query: [String], _ compactQuery: String) -> Fit? {
    if compactName == compactQuery { return .exact }
    if compactName.hasPrefix(compactQuery) { return .beginning }
    if query.allSatisfy({ word in name.contains { $0.hasPrefix(word) } }) { return .words }
    return compactName.contains(compactQuery) ? .part : nil
  }

  private func similar(to query: String) -> [Entry] {
    suggestions(for: query, among: entries.map(\.entry.name), limit: 5).compactMap { name in
      entries.first { $0.entry.name == name }?.entry
    }
  }
}
