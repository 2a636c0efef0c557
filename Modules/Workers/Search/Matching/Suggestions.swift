import Contracts
import Models

/// Finds names to suggest while the user types.
struct Suggestions: Sendable {
  let corpus: SearchCorpus
  let fieldNames: FieldNames
  var deadline = Deadline.none

  /// Returns names that match the text typed so far, best first. Applies filters if all are valid and ignores them otherwise.
  func names(for text: String, kind: KindName?, limit: Int) throws(Deadline.Exceeded) -> [Match] {
    let query = (try? Query(text, kind: kind, names: fieldNames)) ?? Query(words: text, kind: kind)
    guard !query.clauses.isEmpty else { return [] }
    var matcher = try Matcher(query, corpus, includesFields: false, until: deadline)
    var hits = try matcher.hits(limit: max(limit, 1)).best
    if hits.first.map({ $0.tier > .fuzzyName }) ?? true {
      let lenient = try Matcher(query, corpus, includesFields: false, isLenient: true, until: deadline)
      let more = try lenient.hits(limit: max(limit, 1)).best
      if let best = more.first, hits.first.map({ best < $0 }) ?? true { (matcher, hits) = (lenient, more) }
    }
    // If a name matches all words, partial matches are noise.
    if let best = hits.first, best.tier <= .fuzzyName { hits = hits.filter { $0.tier <= .fuzzyName } }
    guard hits.isEmpty else { return hits.prefix(limit).map { matcher.hit($0).match(matcher) } }
    guard let abbreviation = Abbreviation(text) else { return [] }
    return try self.names(for: abbreviation, kind: kind, limit: limit)
  }

  /// Returns names that `abbreviation` matches: smallest span first, then best connected.
  private func names(for abbreviation: Abbreviation, kind: KindName?, limit: Int) throws(Deadline.Exceeded) -> [Match] {
    var best = BestList<(position: Int, occurrence: Abbreviation.Occurrence)>(limit) { left, right in
      guard left.occurrence.span == right.occurrence.span else { return left.occurrence.span < right.occurrence.span }
      return isBetterConnected(left.position, than: right.position)
    }
    for position in positions(of: kind).joined() {
      try deadline.check(at: position)
      let entry = corpus.entries[position]
      guard let compact = entry.compactName, abbreviation.mayOccur(in: corpus.lexicon[compact].letters),
        let occurrence = abbreviation.occurrence(in: entry.name)
      else { continue }
      best.add((position, occurrence))
    }
    return best.sorted.map { Match(corpus.entries[$0.position].reference, corpus.entries[$0.position].name, marks: $0.occurrence.marks) }
  }

  private func positions(of kind: KindName?) -> [Range<Int>] { corpus.ranges.filter { kind == nil || kind == $0.kind }.map(\.positions) }

  private func isBetterConnected(_ position: Int, than other: Int) -> Bool {
    let (left, right) = (corpus.links[position].connections, corpus.links[other].connections)
    return left != right ? left > right : position < other
  }

  /// Returns records to suggest before anything is typed: well-connected records of each kind in turn, others every day.
  ///
  /// - Parameter day: days since 1970.
  func featured(kind: KindName?, limit: Int, day: Int) -> [Match] {
    var candidates = positions(of: kind).map { positions in
      let connected = positions.sorted { isBetterConnected($0, than: $1) }
      let better = connected.prefix(max(limit, (connected.count + 1) / 2))
      // As many places further as are shown each day.
      let start = better.isEmpty ? 0 : abs(day % better.count) * limit % better.count
      return (better[start...] + better[..<start])[...]
    }
    var chosen: [Match] = []
    while chosen.count < limit, candidates.contains(where: { !$0.isEmpty }) {
      for kind in candidates.indices where chosen.count < limit {
        guard let position = candidates[kind].popFirst() else { continue }
        chosen.append(Match(corpus.entries[position].reference, corpus.entries[position].name))
      }
    }
    return chosen
  }
}

/// An abbreviation of a name: some of its letters in order, starting at the beginning of a word. `flcn` matches Millennium Falcon.
struct Abbreviation: Sendable {
  /// Minimum number of letters; shorter abbreviations match nearly everything.
  static let minLength = 3
  /// Maximum span in the name for each letter of the abbreviation; a wider match is coincidental.
  private static let maxSpread = 4

  struct Occurrence: Sendable, Hashable {
    /// Number of letters of the name from the first to the last match; fewer is better.
    let span: Int
    /// The matching characters, as in ``Match/marks``.
    let marks: [Range<Int>]
  }

  private let letters: [Unicode.Scalar]
  private let letterMask: LetterMask

  /// Returns `nil` unless `text` is a single word of at least ``minLength`` letters.
  init?(_ text: String) {
    let words = FoldedText(text).words
    guard words.count == 1, let word = words.first else { return nil }
    letters = Array(word.text.unicodeScalars)
    guard letters.count >= Self.minLength else { return nil }
    letterMask = LetterMask(letters)
  }

  /// Returns whether a name with these letters may match; a quick test that most names fail.
  func mayOccur(in name: LetterMask) -> Bool { letterMask.mayBecome(name, edits: 0) }

  /// Returns the occurrence in `name` with the smallest span. Scans the name once for each of its words.
  func occurrence(in name: String) -> Occurrence? {
    let words = FoldedText(name).words
    let all = words.flatMap { word in zip(word.text.unicodeScalars, word.places.characters) }
    var start = 0
    var best: Occurrence?
    for word in words {
      if let occurrence = occurrence(atStartOf: all[start...]), occurrence.span < best?.span ?? .max { best = occurrence }
      start += word.places.count
    }
    return best
  }

  private func occurrence(atStartOf name: ArraySlice<(Unicode.Scalar, Int)>) -> Occurrence? {
    guard name.first?.0 == letters[0] else { return nil }
    var marks: [Range<Int>] = []
    var next = 0
    for (index, (letter, position)) in zip(name.indices, name) where letter == letters[next] {
      if let last = marks.last, position <= last.upperBound {
        marks[marks.count - 1] = last.lowerBound..<max(last.upperBound, position + 1)
      } else {
        marks.append(position..<position + 1)
      }
      next += 1
      guard next == letters.count else { continue }
      let span = index - name.startIndex + 1
      return span <= Self.maxSpread * letters.count ? Occurrence(span: span, marks: marks) : nil
    }
    return nil
  }
}
