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

  /// Returns the best matches. Returns none for an empty text, since only a search worker recommends records.
  func suggest(_ request: SuggestRequest) throws(Problem) -> [Match] {
    Array(Self.matches(request.text, try allEntries(), of: request.kind).prefix(request.limit))
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
      let records: [Record]
      do { records = try catalogue.records(of: kind) } catch { throw Problem(error) }
      all += records.map { NameIndex.Entry($0.reference, $0.name) }
    }
    entries.withLock { $0 = all }
    return all
  }
}
