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
  private let deadline: Deadline

  /// Words that carry no meaning of their own: beside others they count in a name, and need not be found.
  private static let little: Set = ["a", "an", "and", "are", "at", "by", "from", "in", "is", "of", "on", "or", "the", "to", "who", "with"]

  /// - Parameters:
  ///   - isLenient: forgive typos also in words that exist.
  ///   - deadline: ends this and ``hits()``.
  init(
    _ query: Query, _ library: Library, includesFields: Bool = true, isLenient: Bool = false, until deadline: Deadline
  ) throws(Deadline.Passed) {
    self.query = query
    self.library = library
    self.includesFields = includesFields
    self.deadline = deadline
    var known: [Query.Unit: Probe] = [:]
    var probes: [Probe] = []
    for unit in query.units {
      if let probe = known[unit] {
        probes.append(probe)
        continue
      }
      let probe = try Probe(unit, library, among: includesFields ? .all : .name, isLenient: isLenient, until: deadline)
      known[unit] = probe
      probes.append(probe)
    }
    self.probes = probes
    repetitions = query.units.indices.map { place in query.units[..<place].count { $0 == query.units[place] } }
    isOptional = Self.optional(query.units, library)
    excluded = try query.excluded.map { (unit) throws(Deadline.Passed) in try Probe(unit, library, until: deadline) }
    filters = try Self.filters(query.filters, library, deadline)
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
  private static func filters(
    _ filters: [FieldFilter], _ library: Library, _ deadline: Deadline
  ) throws(Deadline.Passed) -> [FieldFilter] {
    try filters.map { (filter) throws(Deadline.Passed) in
      if filter.comparison.isOrder { return filter }
      for document in library.documents {
        try deadline.check()
        if filter.fits(document.record, name: library.name(of:)) { return filter }
      }
      var lenient = filter
      lenient.isLenient = true
      return lenient
    }
  }

  /// The records that fit, best first.
  func hits() throws(Deadline.Passed) -> [Hit] {
    var hits: [Hit] = []
    for (place, document) in library.documents.enumerated() {
      // Filters read whole fields: look at the clock for each record.
      if filters.isEmpty { try deadline.check(at: place) } else { try deadline.check() }
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
    return name.isNothing || (field.fit.isWhole && !field.isProse(in: document)) ? field : name
  }
}
