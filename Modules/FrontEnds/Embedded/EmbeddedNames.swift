import Catalogue
import Contracts
import MessageBus
import Models
import Synchronization

/// Finds records of the embedded catalogue by name only. It replaces a search worker, which searches every field.
final class EmbeddedNames: Sendable {
  private let catalogue: Catalogue
  /// The names of all records in the order of the catalogue; built by the first search.
  private let entries = Mutex<[NameIndex.Entry]?>(nil)

  init(catalogue: Catalogue) { self.catalogue = catalogue }

  func search(_ request: SearchRequest) throws(Problem) -> SearchAnswer {
    let all = try allEntries()
    let matches = Self.matches(request.text, all, of: request.kind)
    return SearchAnswer(
      query: request.text, count: matches.count, matches: Array(matches.prefix(request.limit)),
      coverage: Coverage(records: all.count, of: all.count, isComplete: true))
  }

  /// Returns the best matches; for an empty text, the records of each kind that most others refer to.
  func suggest(_ request: SuggestRequest) throws(Problem) -> [Match] {
    guard !FoldedText(request.text).compact.isEmpty else { return try featured(request.kind, limit: request.limit) }
    return Array(Self.matches(request.text, try allEntries(), of: request.kind).prefix(request.limit))
  }

  /// Returns the records with the most references to them, from each kind in turn.
  private func featured(_ kind: KindName?, limit: Int) throws(Problem) -> [Match] {
    var counts: [Reference: Int] = [:]
    for kind in catalogue.kinds {
      for reference in try records(of: kind).flatMap(\.references) { counts[reference, default: 0] += 1 }
    }
    var ranked = Dictionary(grouping: try allEntries(), by: \.reference.kind).mapValues { entries in
      entries.enumerated().sorted { left, right in
        let (first, second) = (counts[left.element.reference] ?? 0, counts[right.element.reference] ?? 0)
        return first != second ? first > second : left.offset < right.offset
      }.map(\.element)[...]
    }
    let wanted = kind.map { [$0] } ?? catalogue.kinds
    var found: [Match] = []
    while found.count < limit, wanted.contains(where: { ranked[$0]?.isEmpty == false }) {
      found += wanted.compactMap { ranked[$0]?.popFirst() }.map { Match($0.reference, $0.name) }
    }
    return Array(found.prefix(limit))
  }

  private func records(of kind: KindName) throws(Problem) -> [Record] {
    do { return try catalogue.records(of: kind) } catch { throw Problem(error) }
  }

  /// Returns the record that a name refers to. Throws the problems of ``Contracts/NameLookupRequest``.
  func find(_ request: NameLookupRequest) throws(Problem) -> NameIndex.Entry { try request.match(in: try allEntries()) }

  private static func matches(_ text: String, _ entries: [NameIndex.Entry], of kind: KindName?) -> [Match] {
    let candidates = kind.map { kind in entries.filter { $0.reference.kind == kind } } ?? entries
    let found =
      switch NameIndex(candidates).find(text) {
      case .found(let entry): [entry]
      case .ambiguous(let entries): entries
      case .unknown(let similar): similar
      }
    return found.map { Match($0.reference, $0.name) }
  }

  private func allEntries() throws(Problem) -> [NameIndex.Entry] {
    if let entries = entries.withLock(\.self) { return entries }
    var all: [NameIndex.Entry] = []
    for kind in catalogue.kinds {
      all += try records(of: kind).map { NameIndex.Entry($0.reference, $0.name) }
    }
    entries.withLock { $0 = all }
    return all
  }
}
