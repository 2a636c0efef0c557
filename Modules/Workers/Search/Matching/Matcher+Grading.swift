import Models

extension Matcher {
  /// What kind of fit the evidence makes, and what tells it from others of the kind. `nil` when too little fits.
  func grade(_ document: Document, _ evidence: [Evidence]) -> (Score.Tier, Int)? {
    let real = evidence.indices.filter { if case .label = evidence[$0] { false } else { true } }
    guard !real.isEmpty else { return (.fields, 0) }
    let missing = real.count { evidence[$0].isNothing }
    let cost = real.reduce(0) { $0 + self.cost(evidence[$1], document) }
    if missing == 0 {
      if real.allSatisfy({ evidence[$0].isInName }) {
        return gradeName(document, words: real.flatMap { probes[$0].fits }, worst: real.map { evidence[$0].fit }.max() ?? .none, cost)
      }
      let isWeak = real.contains { evidence[$0].isProse(in: document) || (!evidence[$0].isInName && !evidence[$0].fit.isAsWritten) }
      return (isWeak ? .prose : isScattered(real.map { evidence[$0] }, document) ? .scattered : .fields, cost)
    }
    // What nothing fits anywhere says nothing against this record.
    let known = real.count { !probes[$0].isUnknown }
    let inName = real.count { evidence[$0].isInName && (evidence[$0].fit.isAsWritten || evidence[$0].fit == .oneEdit) }
    if inName > 0, inName * 2 >= known { return (.someOfName, missing * 1_000 + cost) }
    let found = real.count - missing
    return found > 0 && found * 2 >= known ? (.some, missing * 1_000 + cost) : nil
  }

  /// Whether there is nothing but the names of several others, in lists of them.
  private func isScattered(_ evidence: [Evidence], _ document: Document) -> Bool {
    var targets: Set<Reference> = []
    for item in evidence {
      guard case .field(let place, _, .name(let target, _)) = item, document.fields[place].weight == .list else { return false }
      targets.insert(target)
    }
    return targets.count > 1
  }

  private func gradeName(_ document: Document, words: [WordFits], worst: Fit, _ cost: Int) -> (Score.Tier, Int) {
    let typed = words.map(\.word).joined()
    if typed == document.compact { return (.name, 0) }
    for start in Set([0, document.articles]) {
      let rest = document.words[start...]
      guard rest.count >= words.count, let last = words.last, let lastWord = rest.dropFirst(words.count - 1).first,
        zip(words.dropLast(), rest).allSatisfy({ $0[$1.term].isWhole })
      else { continue }
      let fit = last[lastWord.term]
      if fit.isWhole { return (rest.count == words.count ? .name : .beginning, 0) }
      if fit == .beginning { return (.cutOff, 0) }
    }
    if typed.unicodeScalars.count > 1, document.compact.hasPrefix(typed) { return (.cutOff, 0) }
    if worst.isWhole { return (.words, 0) }
    return worst.isAsWritten ? (.parts, worst == .end ? 1 : 0) : (.almost, cost)
  }

  /// What a piece of evidence costs, within one tier: being found in a field and not in the name most, then typos, then a field that says little,
  /// then being a part only.
  private func cost(_ evidence: Evidence, _ document: Document) -> Int {
    let part = evidence.fit.isWhole ? 0 : 1
    switch evidence {
    case .name(let fit, _): return fit.edits * 20 + part
    case .field(let place, let fit, _): return 100 + fit.edits * 20 + document.fields[place].vagueness + part
    case .label, .nothing: return 0
    }
  }
}
