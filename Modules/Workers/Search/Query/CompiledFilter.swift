import Models

/// A filter, compared with all terms of a corpus, so that records are tested by their columns and few are unpacked.
struct CompiledFilter: Sendable {
  private struct Operand: Sendable {
    let operand: FieldFilter.Operand
    /// Index among the fields of the kind; the first is the name.
    let index: Int
    let kind: KindDescription
    let target: KindName?
    /// `nil` if no record has the field.
    let key: FieldKeys.ID?
    /// Whether the field is indexed. Other fields are read from the record.
    let isIndexed: Bool
  }

  let filter: FieldFilter
  private let operands: [KindName: [Operand]]
  /// For each word of the filter, by term ID, whether it matches the term.
  private let isMatch: [[Bool]]
  /// For each reason for having no value, whether the filter matches it.
  private let matchesAbsence: [Bool]
  private let reference: PackedReference?

  init(_ filter: FieldFilter, _ corpus: SearchCorpus, _ deadline: Deadline) throws(Deadline.Exceeded) {
    self.filter = filter
    reference = filter.reference.flatMap { corpus.vocabulary.known($0) }
    matchesAbsence = Absence.allCases.map { filter.matches($0.rawValue) }
    var operands: [KindName: [Operand]] = [:]
    for (name, all) in filter.operands {
      guard let kind = corpus.kinds[name] else { continue }
      operands[name] = all.compactMap { operand in
        guard let index = kind.fields.firstIndex(where: { $0.key == operand.field.key }) else { return nil }
        let key = corpus.vocabulary.fieldKeys.id(of: .init(kind: name, key: operand.field.key, isExtra: false))
        let isIndexed = operand.field.section != nil && !TokenizedRecord.metadataFields.contains(operand.field.key)
        return Operand(operand: operand, index: index, kind: kind, target: operand.field.target, key: key, isIndexed: isIndexed)
      }
    }
    self.operands = operands
    isMatch = filter.comparison.isOrdering ? [] : try Self.matches(filter, corpus.lexicon, deadline)
  }

  private static func matches(_ filter: FieldFilter, _ lexicon: Lexicon, _ deadline: Deadline) throws(Deadline.Exceeded) -> [[Bool]] {
    try filter.words.map { (word) throws(Deadline.Exceeded) in
      let wanted = FieldFilter.Word(word, isLenient: filter.isLenient)
      var isMatch = [Bool](repeating: false, count: lexicon.entries.count)
      for index in isMatch.indices {
        try deadline.check(at: index)
        isMatch[index] = wanted.matches(Lexicon.TermID(index), lexicon)
      }
      return isMatch
    }
  }

  /// Returns whether the record at a position matches, ignoring ``FieldFilter/isNegated``.
  func matches(_ position: Int, _ corpus: SearchCorpus) -> Bool {
    for operand in operands[corpus.kind(at: position)] ?? [] where matches(position, operand, corpus) { return true }
    return false
  }

  private func matches(_ position: Int, _ operand: Operand, _ corpus: SearchCorpus) -> Bool {
    let isOrdering = filter.comparison.isOrdering
    if isOrdering, operand.operand.field.shape == .date {
      return filter.satisfiesDate(
        PackedRecord(corpus.columns.packed[position]).originValue(operand.index, target: operand.target) ?? .missing)
    }
    guard operand.isIndexed else {
      if !isOrdering, operand.index == 0, PackedRecord(corpus.columns.packed[position]).hasNameAsFirstField {
        return matches(corpus.terms.words(position), corpus)
      }
      return matchesUnindexed(PackedRecord(corpus.columns.packed[position]), operand, corpus)
    }
    guard let key = operand.key else { return false }
    var places = corpus.columns.fieldPlaces(position)
    while places.index < places.end {
      let field = corpus.columns.fields.elements[places.index]
      if field.key == key {
        return isOrdering ? satisfiesOrdering(field, places, operand, corpus) : containsValue(field, places, operand, corpus)
      }
      places.advance(past: field)
    }
    return false
  }

  /// Reads no other field than the operand's.
  private func matchesUnindexed(_ packed: PackedRecord, _ operand: Operand, _ corpus: SearchCorpus) -> Bool {
    let value = packed.originValue(operand.index, target: operand.target) ?? .missing
    let record = try? operand.kind.record(id: 1) { $0 == operand.operand.field.key ? value : .missing }
    return record.map { filter.matches($0, operand.operand, name: corpus.name(of:)) } ?? false
  }

  private func satisfiesOrdering(_ field: DocumentField, _ places: FieldPlaces, _ operand: Operand, _ corpus: SearchCorpus) -> Bool {
    guard let number = operand.operand.number else { return false }
    let own: Double
    if field.hasNumber {
      own = corpus.columns.numbers.elements[places.number]
    } else if field.form == .references {
      own = Double(field.count)
    } else {
      return false
    }
    return filter.comparison.isSatisfied(by: own < number ? -1 : own > number ? 1 : 0)
  }

  private func containsValue(_ field: DocumentField, _ places: FieldPlaces, _ operand: Operand, _ corpus: SearchCorpus) -> Bool {
    switch field.form {
    case .absent: return matchesAbsence[min(Int(field.count), matchesAbsence.count - 1)]
    case .quantity where field.hasNumber && operand.operand.number != nil:
      return corpus.columns.numbers.elements[places.number] == operand.operand.number
    case .text, .prose, .quantity: return matches(places.term..<places.term + field.termCount, corpus)
    case .reference, .references:
      return (places.reference..<places.reference + field.referenceCount).contains { index in
        if corpus.columns.references.elements[index] == reference { return true }
        let target = Int(corpus.links.targets[index])
        return target >= 0 && matches(corpus.terms.words(target), corpus)
      }
    }
  }

  /// Returns whether a text, given as the indices of its words, matches.
  private func matches(_ terms: Range<Int>, _ corpus: SearchCorpus) -> Bool {
    guard !filter.words.isEmpty else { return false }
    let termIDs = corpus.columns.terms.termIDs
    if filter.comparison == .contains, isMatch.allSatisfy({ isMatch in terms.contains { isMatch[Int(termIDs[$0])] } }) { return true }
    // Equal words are equal when joined, too.
    let lexicon = corpus.vocabulary.lexicon
    guard terms.reduce(0, { $0 + Int(lexicon[termIDs[$1]].length) }) == filter.compact.count else { return false }
    var rest = filter.compact[...]
    return terms.allSatisfy { index in
      let text = lexicon.utf8(termIDs[index])
      defer { rest = rest.dropFirst(text.count) }
      return rest.starts(with: text)
    }
  }
}
