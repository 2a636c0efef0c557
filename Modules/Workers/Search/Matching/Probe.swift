import Models

/// A unit of a query, compared with all words and names of a library.
struct Probe: Sendable {
  let unit: Query.Unit
  let fits: [WordFits]
  /// What fits in the names of the library's documents, in their order.
  let names: [Evidence]

  /// - Parameters:
  ///   - uses: where words are looked for.
  ///   - isLenient: forgive typos also in words that exist.
  init(
    _ unit: Query.Unit, _ library: Library, among uses: Lexicon.Uses = .all, isLenient: Bool = false, until deadline: Deadline
  ) throws(Deadline.Passed) {
    self.unit = unit
    let fits = try unit.words.map { (word) throws(Deadline.Passed) in
      // Whoever types a word that exists means it, at first; and whoever quotes.
      let isMeant = unit.isPhrase || library.isLabel(word) || (library.knows(word) && !isLenient)
      let forgiveness: WordFits.Forgiveness = isMeant ? .nothing : isLenient ? .everything : .mostly
      return try WordFits(word, library.lexicon, forgiving: forgiveness, among: uses, until: deadline)
    }
    self.fits = fits
    names = try library.documents.enumerated().map { (place, document) throws(Deadline.Passed) in
      try deadline.check(at: place)
      guard !unit.isPhrase, let word = fits.first else {
        return Self.run(fits, in: document.words).map { .name(.exact, [$0]) } ?? .nothing
      }
      guard let best = Self.best(word, document.words, document.compounds) else { return .nothing }
      return .name(best.fit, [best.range])
    }
  }

  /// Nothing in the whole library fits.
  var isUnknown: Bool { fits.contains(where: \.isEmpty) }

  /// Whether the name of a document has so many words that fit as a whole.
  func fits(_ count: Int, inNameOf document: Document) -> Bool {
    guard !unit.isPhrase, let word = fits.first else { return count == 1 }
    return document.words.count { word[$0.term].isWhole } >= count
  }

  /// The best fit among a record's fields. Typos are forgiven only where `isLenient`.
  func evidence(inFieldsOf document: Document, _ library: Library, isLenient: Bool) -> Evidence {
    var best = Evidence.nothing
    var bestRank: (Int, Fit, Int)?
    for (place, field) in document.fields.enumerated() {
      guard let (fit, spot) = evidence(in: field, library), fit.isAsWritten || isLenient else { continue }
      // Whole words are equal here: what counts is how much the field says.
      let rank = (field.weight == .prose ? 1 : 0, fit.isWhole ? Fit.exact : fit, field.vagueness)
      if let bestRank, bestRank <= rank { continue }
      best = .field(place, fit, spot)
      bestRank = rank
    }
    return best
  }

  private func evidence(in field: Document.Field, _ library: Library) -> (Fit, Evidence.Spot)? {
    switch field.content {
    case .text(_, let words):
      guard !unit.isPhrase, let word = fits.first else { return Self.run(fits, in: words).map { (.exact, .text([$0])) } }
      return Self.best(word, words).map { ($0.fit, .text([$0.range])) }
    case .references(let references):
      var best: (Fit, Evidence.Spot)?
      for reference in references {
        guard let place = library.place(of: reference), case .name(let fit, let marks) = names[place], fit < best?.0 ?? .none else {
          continue
        }
        best = (fit, .name(reference, marks))
        if fit == .exact { break }
      }
      return best
    }
  }

  private static func best(_ word: WordFits, _ words: [Document.Word]...) -> (fit: Fit, range: Range<Int>)? {
    var best = (fit: Fit.none, word: Document.Word?.none)
    for candidate in words.joined() {
      let fit = word[candidate.term]
      if fit < best.fit { best = (fit, candidate) }
    }
    return best.word.map {
      let places = $0.places
      return (
        best.fit, best.fit == .end ? places.range(last: word.letters) : places.range(first: best.fit == .beginning ? word.letters : nil)
      )
    }
  }

  /// The characters of a phrase whose words stand next to one another.
  private static func run(_ fits: [WordFits], in words: [Document.Word]) -> Range<Int>? {
    guard !fits.isEmpty, words.count >= fits.count else { return nil }
    for start in 0...(words.count - fits.count) {
      let run = words[start..<start + fits.count]
      guard zip(fits, run).allSatisfy({ $0[$1.term].isWhole }), let first = run.first, let last = run.last else { continue }
      return first.places.range().lowerBound..<last.places.range().upperBound
    }
    return nil
  }
}
