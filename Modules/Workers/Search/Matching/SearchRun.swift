import Contracts
import Models

/// A search of a library, from a query to what is answered. Pure.
struct SearchRun: Sendable {
  let query: Query
  let library: Library
  let limit: Int
  var deadline = Deadline.none

  struct Outcome: Sendable, Hashable {
    var correction: String?
    var count: Int
    var matches: [Match]
  }

  /// Costs the words of the query times the words of the library.
  ///
  /// - Parameter found: records that somebody else found for these words; those that fit nothing here come last.
  func run(alsoFound found: [Reference] = []) throws(Deadline.Passed) -> Outcome {
    // Something was asked for, but nothing that could be found: `🙂`.
    if query.isVoid { return Outcome(count: 0, matches: []) }
    guard !query.units.isEmpty else { return try listing() }
    let matcher = try Matcher(query, library, until: deadline)
    var used = matcher
    var hits = try matcher.hits()
    // A word that exists may be a typo all the same, where the words together lead nowhere.
    if hits.allSatisfy({ $0.score.tier >= .some }) {
      let lenient = try Matcher(query, library, isLenient: true, until: deadline)
      let more = try lenient.hits()
      if let best = more.first, hits.first.map({ best.score < $0.score }) ?? true { (used, hits) = (lenient, more) }
    }
    let known = Set(hits.map(\.place))
    let others = Set(found.compactMap { library.place(of: $0) }).subtracting(known).sorted().filter {
      matcher.passes(library.documents[$0], $0)
    }.map { library.documents[$0] }
    let matches = hits.prefix(limit).map { $0.match(in: library) } + others.map { Match($0.reference, $0.name) }
    return Outcome(
      correction: hits.first?.correction(of: query, in: library, probes: used.probes), count: hits.count + others.count,
      matches: Array(matches.prefix(limit)))
  }

  /// Filters alone list what fits in the order of kinds, then by name, with the value that was asked about.
  private func listing() throws(Deadline.Passed) -> Outcome {
    let documents = try Matcher(query, library, until: deadline).hits().map { library.documents[$0.place] }
    let sorted = documents.sorted { ($0.kindOrder, $0.compact, $0.reference) < ($1.kindOrder, $1.compact, $1.reference) }
    return Outcome(
      count: sorted.count,
      matches: sorted.prefix(limit).map { document in
        let value = query.filters.first { !$0.isExcluding }.flatMap { $0.value(in: document.record, name: library.name(of:)) }
        guard let value else { return Match(document.reference, document.name) }
        return Match(document.reference, document.name, field: value.key, excerpt: Excerpt(value.text, marks: []).text)
      })
  }
}

extension FieldFilter {
  /// The field of a record that is asked about, as text; `nil` where it is the name or says nothing.
  func value(in record: Record, name: (Reference) -> String?) -> (key: String, text: String)? {
    for operand in operands[record.reference.kind] ?? [] where operand.field.section != nil {
      switch record.display(operand.field.key) {
      case .reference(let target)?: return (operand.field.key, name(target) ?? "\(target)")
      case .references(let targets)? where comparison.isOrder: return (operand.field.key, String(targets.count))
      case .references(let targets)?: return (operand.field.key, targets.compactMap(name).joined(separator: ", "))
      case let value?: return ValueText.text(value).map { (operand.field.key, $0) }
      case nil: continue
      }
    }
    return nil
  }
}
