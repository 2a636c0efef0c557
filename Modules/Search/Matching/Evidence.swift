import Models

/// What in a record fits one unit of a query.
enum Evidence: Sendable {
  /// In the name: how well, and the characters.
  case name(Fit, [Range<Int>])
  /// In a field: its place among the record's, how well, and where.
  case field(Int, Fit, Spot)
  /// Nothing that needs to be found: the name of the record's kind (`planet hoth`), the label of a field in which another unit fits
  /// (`eyes yellow`), a word like `the`.
  case label
  case nothing

  /// Where in a field.
  enum Spot: Sendable {
    case text([Range<Int>])
    /// In the name of this record, to which the field points.
    case name(Reference, [Range<Int>])
  }

  var fit: Fit {
    switch self {
    case .name(let fit, _), .field(_, let fit, _): fit
    case .label: .exact
    case .nothing: .none
    }
  }

  var isInName: Bool { if case .name = self { true } else { false } }
  var isNothing: Bool { if case .nothing = self { true } else { false } }
}

/// A unit of a query, compared with a lexicon.
struct Probe: Sendable {
  let unit: Query.Unit
  let fits: [WordFits]

  init(_ unit: Query.Unit, _ lexicon: Lexicon, isLenient: Bool) {
    self.unit = unit
    let isPhrase = if case .phrase = unit { true } else { false }
    fits = unit.words.map { WordFits($0, lexicon, isLenient: isLenient && !isPhrase) }
  }

  /// The best fit among the words of a name.
  func evidence(inNameOf document: Document) -> Evidence {
    guard case .word = unit, let word = fits.first else {
      return run(in: document.words).map { .name(.exact, [$0]) } ?? .nothing
    }
    return Self.best(word, document.words + document.compounds).map { .name($0.fit, [$0.range]) } ?? .nothing
  }

  /// The best fit among a record's fields. Typos are forgiven only where `isLenient`.
  func evidence(inFieldsOf document: Document, _ library: Library, isLenient: Bool) -> Evidence {
    var best = Evidence.nothing
    var bestRank = (1, Fit.none, Document.Field.Weight.prose)
    for (place, field) in document.fields.enumerated() {
      guard let (fit, spot) = evidence(in: field, library), fit.isAsWritten || isLenient else { continue }
      let rank = (field.weight == .prose ? 1 : 0, fit, field.weight)
      guard rank < bestRank else { continue }
      best = .field(place, fit, spot)
      bestRank = rank
    }
    return best
  }

  private func evidence(in field: Document.Field, _ library: Library) -> (Fit, Evidence.Spot)? {
    switch field.content {
    case .text(_, let words):
      guard case .word = unit, let word = fits.first else { return run(in: words).map { (.exact, .text([$0])) } }
      return Self.best(word, words).map { ($0.fit, .text([$0.range])) }
    case .references(let references):
      var best: (Fit, Evidence.Spot)?
      for reference in references {
        guard let target = library[reference], case .name(let fit, let marks) = evidence(inNameOf: target), fit < best?.0 ?? .none
        else { continue }
        best = (fit, .name(reference, marks))
        if fit == .exact { break }
      }
      return best
    }
  }

  private static func best(_ word: WordFits, _ words: [Document.Word]) -> (fit: Fit, range: Range<Int>)? {
    var best: (fit: Fit, range: Range<Int>)?
    for candidate in words {
      let fit = word[candidate.term]
      guard fit < best?.fit ?? .none else { continue }
      let isBeginning = fit == .beginning
      best = (fit, candidate.range(first: isBeginning ? word.letters : nil))
    }
    return best
  }

  /// The characters of a phrase whose words stand next to one another.
  private func run(in words: [Document.Word]) -> Range<Int>? {
    guard !fits.isEmpty, words.count >= fits.count else { return nil }
    for start in 0...(words.count - fits.count) {
      let run = words[start..<start + fits.count]
      guard zip(fits, run).allSatisfy({ $0[$1.term].isWhole }), let first = run.first, let last = run.last else { continue }
      return first.range().lowerBound..<last.range().upperBound
    }
    return nil
  }
}

extension Document.Word {
  /// The characters that the first `count` letters come from.
  func range(first count: Int? = nil) -> Range<Int> {
    let last = min(count ?? places.count, places.count) - 1
    return last < 0 ? 0..<0 : places[0]..<places[last] + 1
  }
}
