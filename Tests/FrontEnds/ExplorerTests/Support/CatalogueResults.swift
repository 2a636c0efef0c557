import Contracts
import MessageBus
import Models

@testable import Explorer

/// The results that services with the complete catalogue would return.
enum CatalogueResults {
  static let pageSize = 10

  static func records(_ kind: KindName) -> [Record] { (try? Catalogue.standard.records(of: kind)) ?? [] }

  /// Returns the result of a query; `nil` for statistics, which the catalogue does not have.
  static func result(of query: ExplorerQuery, _ provenance: Provenance) -> QueryResult? {
    switch query {
    case .record(let reference, _):
      guard let record = try? Catalogue.standard.record(reference) else {
        return .failed(Problem(404, "no such record", detail: "there is no \(reference)", type: ProblemType.notFound))
      }
      return .record(record, provenance)
    case .names(let references, _): return .names(references.map { label(of: $0) })
    case .page(let kind, let page, _): return .page(self.page(of: kind, page), provenance)
    case .search(let text, _):
      let matching = matches(text, nil)
      let coverage = Coverage(records: 261, of: 261, isComplete: true)
      return .search(
        SearchAnswer(query: text, count: matching.count, matches: Array(matching.prefix(SearchModel.limit)), coverage: coverage))
    case .kinds: return .kinds(Kinds.standard.all.map(\.name))
    case .suggest(let text, let kind, let limit): return .suggestions(Array(matches(text, kind).prefix(limit)))
    case .history(.remember(let text)): return .history(History([.init(text, at: 1_790_000_000_000)]))
    case .history: return .history(History([]))
    case .path(let from, let to, _):
      return .failed(Problem(404, "nothing connects the two", detail: "\(from) and \(to)", type: ProblemType.noPath))
    case .log: return .log([])
    case .favourites, .setFavourite: return .favourites([])
    case .restart: return .restarted
    case .statistics: return nil
    }
  }

  /// Returns the label that the cache would return for a reference.
  static func label(of reference: Reference) -> ReferenceLabel {
    let missing = ReferenceLabel.failed(
      reference, Problem(404, "no such record", detail: "there is no \(reference)", type: ProblemType.notFound))
    guard let record = try? Catalogue.standard.record(reference) else { return missing }
    return (try? Record(canonical: Kinds.standard.label(of: record.canonical), kinds: .standard)).map { ReferenceLabel.known($0) }
      ?? missing
  }

  static func page(of kind: KindName, _ page: Int) -> RecordPage {
    let all = records(kind)
    let visible = Array(all.dropFirst((page - 1) * pageSize).prefix(pageSize))
    return RecordPage(
      kind: kind, page: page, pages: max(1, (all.count + pageSize - 1) / pageSize), count: all.count, records: visible, size: 1_000)
  }

  /// Returns the records whose name contains the text; for an empty text, the first record of each kind.
  private static func matches(_ text: String, _ kind: KindName?) -> [Match] {
    let wanted = Array(text.lowercased())
    return Catalogue.standard.kinds.filter { kind == nil || kind == $0 }.flatMap { kind -> [Match] in
      guard !wanted.isEmpty else { return records(kind).prefix(1).map { Match($0.reference, $0.name) } }
      return records(kind).compactMap { record in
        let name = Array(record.name.lowercased())
        guard name.count >= wanted.count,
          let start = (0...(name.count - wanted.count)).first(where: { Array(name[$0..<($0 + wanted.count)]) == wanted })
        else { return nil }
        return Match(record.reference, record.name, marks: [start..<(start + wanted.count)])
      }
    }
  }
}
