import Contracts
import Models

/// A record that matches a query.
struct Hit: Sendable {
  let score: Score
  let entry: IndexEntry
  /// The match of each clause of the query, in order.
  let clauseMatches: [ClauseMatch]

  /// Returns the match to show in a result: the first matching field if a clause matches a field, otherwise the name.
  func match(_ matcher: Matcher) -> Match {
    let clauses = zip(matcher.compiledClauses, clauseMatches)
    for (clause, item) in clauses {
      guard let index = item.field, index > 0 else { continue }
      let field = entry.fields[index]
      if let target = item.target {
        let target = matcher.corpus.entries[target]
        let excerpt = Excerpt(target.name, marks: clause.marks(inField: 0, of: target, target.name))
        return Match(entry.reference, entry.name, field: field.key, excerpt: excerpt.text, marks: excerpt.marks)
      }
      guard let text = entry.text(ofField: index) else { continue }
      let marks = clauses.flatMap { $1.field == index && $1.target == nil ? $0.marks(inField: index, of: entry, text) : [] }
      let excerpt = Excerpt(text, marks: marks)
      return Match(
        entry.reference, entry.name, field: field.key, excerpt: excerpt.text, marks: excerpt.marks,
        quantity: entry.record.measures(of: field.key))
    }
    let marks = clauses.flatMap { $1.isInName ? $0.marks(inField: 0, of: entry, entry.name) : [] }
    return Match(entry.reference, entry.name, marks: Excerpt.merged(marks))
  }

  /// Returns the query with misspelled words corrected to match this record. Returns `nil` if no word is misspelled, or if the record does
  /// not match all words.
  func correction(_ matcher: Matcher) -> String? {
    guard score.tier.isComplete else { return nil }
    let query = matcher.query
    var replaced: [(range: Range<Int>, words: String)] = []
    for (index, item) in clauseMatches.enumerated() where item.quality.edits > 0 {
      guard !query.clauses[index].isPhrase, let word = matcher.compiledClauses[index].wordMatches.first,
        let correct = correctSpelling(of: word, item, matcher.corpus)
      else { continue }
      if let last = replaced.last, last.range == query.clauseRanges[index] {
        replaced[replaced.count - 1].words += " \(correct)"
      } else {
        replaced.append((query.clauseRanges[index], correct))
      }
    }
    guard !replaced.isEmpty else { return nil }
    var characters = Array(query.source)
    for (range, words) in replaced.reversed() { characters.replaceSubrange(range, with: Array(words)) }
    return String(characters)
  }

  /// Returns the correct spelling of a word, in lower case.
  private func correctSpelling(of word: WordMatches, _ item: ClauseMatch, _ corpus: SearchCorpus) -> String? {
    let owner = item.target.map { corpus.entries[$0] } ?? entry
    let field = item.target == nil ? item.field ?? 0 : 0
    let terms = owner.terms[owner.fields[field].terms]
    guard let text = owner.text(ofField: field), let index = terms.firstIndex(where: { word[$0] == item.quality }),
      let places = IndexEntry.places(ofTerm: index - terms.startIndex, among: FoldedText(text).words)
    else { return nil }
    let spelling = String(Array(text)[places.covered]).lowercased()
    // Punctuation with a meaning in the query syntax would change the query.
    let isPlain = QueryTerm.parse(spelling).allSatisfy { if case .word = $0.content { !$0.isNegated } else { false } }
    return isPlain ? spelling : corpus.lexicon[terms[index]].text
  }
}

extension Record {
  /// Returns the measures of a quantity; empty for other fields.
  func measures(of key: String) -> [Measure] {
    if case .quantity(let measures)? = display(key) { measures } else { [] }
  }
}

/// A part of a text with its marked matches.
struct Excerpt: Sendable, Hashable {
  /// Maximum length in characters, without ellipses.
  static let maxLength = 72

  let text: String
  let marks: [Range<Int>]

  /// Cuts a long text around its first mark, at spaces, and replaces newlines with spaces.
  init(_ text: String, marks: [Range<Int>]) {
    let characters = text.map { $0.isNewline ? " " : $0 }
    let marks = Self.merged(marks)
    guard characters.count > Self.maxLength else {
      self.text = String(characters)
      self.marks = marks
      return
    }
    let first = marks.first ?? 0..<0
    var start = max(0, min(first.lowerBound - Self.maxLength / 3, characters.count - Self.maxLength))
    while start > 0, start < first.lowerBound, characters[start - 1] != " " { start += 1 }
    var end = min(characters.count, start + Self.maxLength)
    while end < characters.count, end > first.upperBound, characters[end] != " " { end -= 1 }
    let lead = start > 0 ? "…" : ""
    self.text = lead + String(characters[start..<end]) + (end < characters.count ? "…" : "")
    self.marks = marks.compactMap { mark in
      let cut = mark.clamped(to: start..<end)
      return cut.isEmpty ? nil : cut.lowerBound - start + lead.count..<cut.upperBound - start + lead.count
    }
  }

  /// Sorts ranges, merges those that overlap or touch, and drops empty ones.
  static func merged(_ marks: [Range<Int>]) -> [Range<Int>] { Array(RangeSet(marks).ranges) }
}
