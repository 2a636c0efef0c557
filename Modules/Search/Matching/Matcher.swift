import Models

/// A record that fits a query, and why.
struct Hit: Sendable {
  let score: Score
  /// For each unit of the query, in its order.
  let evidence: [Evidence]

  var place: Int { score.place }
}

/// Compares the records of a library with a query. Pure.
struct Matcher: Sendable {
  let query: Query
  let library: Library
  let probes: [Probe]
  /// Look into fields too, not only at names.
  let includesFields: Bool
  private let excluded: [Probe]
  /// By place in the query: words that need not be found where they are beside others.
  private let isOptional: [Bool]
  /// By place in the query: how many times the same stood before it. A name must have the word as often: `at at` is not AT-ST.
  private let repetitions: [Int]
  private let filters: [FieldFilter]

  /// Words that carry no meaning of their own: beside others they count in a name, and need not be found.
  private static let little: Set = ["a", "an", "and", "are", "at", "by", "from", "in", "is", "of", "on", "or", "the", "to", "who", "with"]

  /// - Parameter isLenient: forgive typos also in words that exist.
  init(_ query: Query, _ library: Library, includesFields: Bool = true, isLenient: Bool = false) {
    self.query = query
    self.library = library
    self.includesFields = includesFields
    var known: [Query.Unit: Probe] = [:]
    probes = query.units.map { unit in
      let probe = known[unit] ?? Probe(unit, library, among: includesFields ? .all : .name, isLenient: isLenient)
      known[unit] = probe
      return probe
    }
    repetitions = query.units.indices.map { place in query.units[..<place].count { $0 == query.units[place] } }
    isOptional = Self.optional(query.units, library)
    excluded = query.excluded.map { Probe($0, library) }
    filters = Self.filters(query.filters, library)
  }

  /// Little words are optional beside others, unless a run of them is a whole name (`at at`).
  private static func optional(_ units: [Query.Unit], _ library: Library) -> [Bool] {
    var optional = units.map { !$0.isPhrase && $0.words.allSatisfy(little.contains) }
    guard optional.contains(true), optional.contains(false) else { return optional.map { _ in false } }
    var start = 0
    while start < units.count {
      let end = optional[start...].firstIndex { $0 != optional[start] } ?? units.count
      let run = units[start..<end].flatMap(\.words).joined()
      if optional[start], library.documents.contains(where: { $0.compact == run }) {
        for place in start..<end { optional[place] = false }
      }
      start = end
    }
    return optional
  }

  /// A filter whose value nothing holds as it is written may have a typo.
  private static func filters(_ filters: [FieldFilter], _ library: Library) -> [FieldFilter] {
    filters.map { filter in
      guard !filter.comparison.isOrder, !library.documents.contains(where: { filter.fits($0.record, name: library.name(of:)) }) else {
        return filter
      }
      var lenient = filter
      lenient.isLenient = true
      return lenient
    }
  }

  /// The records among `candidates` that fit, best first; among all where it is `nil`.
  func hits(among candidates: [Int]? = nil) -> [Hit] {
    var hits: [Hit] = []
    for place in candidates ?? Array(library.documents.indices) {
      let document = library.documents[place]
      guard passes(document, place), let hit = hit(document, place) else { continue }
      hits.append(hit)
    }
    return hits.sorted { $0.score < $1.score }
  }

  /// Kinds, filters and what is left out.
  func passes(_ document: Document, _ place: Int) -> Bool {
    guard query.covers(document.reference.kind), filters.allSatisfy({ $0.fits(document.record, name: library.name(of:)) != $0.isExcluding })
    else { return false }
    return excluded.allSatisfy { probe in
      !probe.names[place].fit.isWhole && !probe.evidence(inFieldsOf: document, library, isLenient: false).fit.isWhole
    }
  }

  private func hit(_ document: Document, _ place: Int) -> Hit? {
    let evidence = self.evidence(document, place)
    guard let (tier, detail) = grade(document, evidence) else { return nil }
    return Hit(score: Score(tier: tier, detail: detail, fame: library.fame[place], place: place), evidence: evidence)
  }

  private func evidence(_ document: Document, _ place: Int) -> [Evidence] {
    var evidence = probes.indices.map { self.evidence(ofUnit: $0, in: document, place) }
    let found = evidence.compactMap { if case .field(let place, _, _) = $0 { place } else { nil } }
    for (index, probe) in probes.enumerated() where evidence[index].isNothing {
      guard case .word(let word) = probe.unit else { continue }
      if found.contains(where: { document.fields[$0].labels.contains(word) }) { evidence[index] = .label }
    }
    return evidence
  }

  private func evidence(ofUnit unit: Int, in document: Document, _ place: Int) -> Evidence {
    let probe = probes[unit]
    let isThere = repetitions[unit] == 0 || probe.fits(repetitions[unit] + 1, inNameOf: document)
    let name = isThere ? probe.names[place] : .nothing
    guard includesFields, !name.fit.isAsWritten else { return name }
    if case .word(let word) = probe.unit {
      if isOptional[unit] { return .label }
      if let kind = library.kinds[document.reference.kind], [kind.name.text, kind.singular].contains(word) { return .label }
    }
    let field = probe.evidence(inFieldsOf: document, library, isLenient: name.isNothing)
    // A name with a typo means more than a field in which the word is but a part of another.
    return name.isNothing || (field.fit.isWhole && !isProse(field, document)) ? field : name
  }

  private func isProse(_ evidence: Evidence, _ document: Document) -> Bool {
    if case .field(let place, _, _) = evidence { document.fields[place].weight == .prose } else { false }
  }

  /// `nil` when too little fits.
  private func grade(_ document: Document, _ evidence: [Evidence]) -> (Score.Tier, Int)? {
    let real = evidence.indices.filter { if case .label = evidence[$0] { false } else { true } }
    guard !real.isEmpty else { return (.fields, 0) }
    let missing = real.count { evidence[$0].isNothing }
    let cost = real.reduce(0) { $0 + self.cost(evidence[$1], document) }
    if missing == 0 {
      if real.allSatisfy({ evidence[$0].isInName }) {
        return gradeName(document, words: real.flatMap { probes[$0].fits }, worst: real.map { evidence[$0].fit }.max() ?? .none, cost)
      }
      let isWeak = real.contains { isProse(evidence[$0], document) || (!evidence[$0].isInName && !evidence[$0].fit.isAsWritten) }
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
