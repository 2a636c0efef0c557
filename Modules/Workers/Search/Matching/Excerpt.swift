import Contracts
import Models

extension Hit {
  /// Returns the match to show in a result: the first matching field if a clause matches a field, otherwise the name.
  func match(in corpus: SearchCorpus, _ compiledClauses: [CompiledClause]) -> Match {
    let (reference, name) = (corpus.reference(at: position), corpus.name(at: position))
    for (clause, item) in zip(compiledClauses, clauseMatches) {
      guard case .field(let index, _, let location) = item else { continue }
      let key = corpus.fieldKey(index, at: position).key.key
      switch location {
      case .text:
        guard let text = corpus.text(ofField: index, at: position) else { continue }
        let excerpt = Excerpt(text, marks: marks(in: text, index, corpus, compiledClauses))
        return Match(
          reference, name, field: key, excerpt: excerpt.text, marks: excerpt.marks, quantity: corpus.record(at: position).measures(of: key))
      case .name(let target):
        let excerpt = Excerpt(corpus.name(at: target), marks: clause.marks(inNameAt: target, corpus))
        return Match(reference, name, field: key, excerpt: excerpt.text, marks: excerpt.marks)
      }
    }
    let marks = zip(compiledClauses, clauseMatches).flatMap { clause, item in
      item.isInName ? clause.marks(inNameAt: position, corpus) : []
    }
    return Match(reference, name, marks: Excerpt.merged(marks))
  }

  /// Returns the matches of all clauses in the text of the field with an index.
  private func marks(in text: String, _ index: Int, _ corpus: SearchCorpus, _ compiledClauses: [CompiledClause]) -> [Range<Int>] {
    zip(compiledClauses, clauseMatches).flatMap { clause, item -> [Range<Int>] in
      guard case .field(index, _, .text) = item else { return [] }
      return clause.marks(in: text, ofField: index, at: position, corpus)
    }
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

  /// Sorts ranges, merges overlapping ones and drops empty ones.
  static func merged(_ marks: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for mark in marks.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, mark.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, mark.upperBound)
      } else {
        merged.append(mark)
      }
    }
    return merged
  }
}
