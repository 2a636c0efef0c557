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
  private enum MatchQuality: Int {
    case exact, prefix, words, substring
  }

  private let groups: [[FoldedName]]

  /// Creates an index of the given records. Costs time for every character of their names.
  public init(_ entries: [Entry]) { self.init(folded: [entries.map { FoldedName($0) }]) }

  /// Creates an index of names that are folded already, without copying them.
  package init(folded groups: [[FoldedName]]) { self.groups = groups }

  /// Finds the best matches for `query`: a name equal to it, or else names with this prefix, or else names with these words, or else names
  /// that contain it.
  public func find(_ query: String) -> Outcome {
    let found = matches(query)
    switch found.count {
    case 0: return .unknown(suggestions: similar(to: query))
    case 1: return .found(found[0])
    default: return .ambiguous(found)
    }
  }

  /// Returns the best matches for `query`, in their given order; none for a text without letters and digits.
  package func matches(_ query: String) -> [Entry] {
    let query = FoldedWords(query)
    guard !query.compact.isEmpty else { return [] }
    var best = MatchQuality.substring
    var found: [Entry] = []
    for name in groups.joined() {
      guard let quality = Self.quality(name.words, query), quality.rawValue <= best.rawValue else { continue }
      if quality.rawValue < best.rawValue {
        best = quality
        found = []
      }
      found.append(name.entry)
    }
    return found
  }

  private static func quality(_ name: FoldedWords, _ query: FoldedWords) -> MatchQuality? {
    if name.compact == query.compact { return .exact }
    if name.compact.hasPrefix(query.compact) { return .prefix }
    if query.all.allSatisfy({ word in name.all.contains { $0.hasPrefix(word) } }) { return .words }
    return name.compact.contains(query.compact) ? .substring : nil
  }

  private func similar(to query: String) -> [Entry] {
    MistypedWord(query)?.closest(of: groups.joined(), limit: 5) { $0.words }.map(\.entry) ?? []
  }
}

/// A record's name, folded for comparison. Created once and compared often: folding costs more than a comparison.
package struct FoldedName: Sendable, Hashable {
  package let entry: NameIndex.Entry
  let words: FoldedWords

  package init(_ entry: NameIndex.Entry) {
    self.entry = entry
    words = FoldedWords(entry.name)
  }

  /// Estimated memory use in bytes.
  package var size: Int { 192 + 2 * entry.name.utf8.count + 16 * words.all.count }
}

/// The folded words of a name, without their positions.
struct FoldedWords: Sendable, Hashable {
  let all: [String]
  /// The words joined without separators: `r2d2`.
  let compact: String

  init(_ text: String) {
    all = FoldedText(text).words.map(\.text)
    compact = all.joined()
  }
}
