import Catalogue
import Client
import Contracts
import MessageBus
import Models
import Synchronization

/// Finds records of the embedded catalogue by name. A search worker knows every field; this one is for when there is none.
final class EmbeddedNames: Sendable {
  private let catalogue: Catalogue
  /// In the order of kinds and names; made by the first question.
  private let entries = Mutex<[NameIndex.Entry]?>(nil)

  init(catalogue: Catalogue) { self.catalogue = catalogue }

  func search(_ wanted: SearchRequest) throws(Problem) -> SearchAnswer {
    let all = try known()
    let matches = Self.matches(wanted.text, all, of: wanted.kind)
    return SearchAnswer(
      query: wanted.text, count: matches.count, matches: Array(matches.prefix(wanted.limit)),
      coverage: Coverage(records: all.count, of: all.count, isComplete: true))
  }

  /// Nothing for no text: which records are worth a look is for a search worker to know.
  func suggest(_ wanted: SuggestRequest) throws(Problem) -> [Match] {
    Array(Self.matches(wanted.text, try known(), of: wanted.kind).prefix(wanted.limit))
  }

  private static func matches(_ text: String, _ entries: [NameIndex.Entry], of kind: KindName?) -> [Match] {
    let candidates = kind.map { kind in entries.filter { $0.reference.kind == kind } } ?? entries
    let found =
      switch NameIndex(candidates).find(text) {
      case .found(let entry): [entry]
      case .ambiguous(let entries): entries
      case .unknown(let alike): alike
      }
    return found.map { Match($0.reference, $0.name) }
  }

  private func known() throws(Problem) -> [NameIndex.Entry] {
    if let known = entries.withLock(\.self) { return known }
    var all: [NameIndex.Entry] = []
    for kind in catalogue.kinds {
      let records: [Record]
      do { records = try catalogue.records(of: kind) } catch {
        throw Problem(500, "the catalogue cannot be read", detail: error.message)
      }
      all += records.map { NameIndex.Entry($0.reference, $0.name) }
    }
    entries.withLock { $0 = all }
    return all
  }
}
