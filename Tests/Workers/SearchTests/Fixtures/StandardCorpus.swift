import Catalogue
import Contracts
import Models

@testable import Search

extension SearchCorpus {
  /// All records of the embedded catalogue.
  static let standard: SearchCorpus = {
    let catalogue = Catalogue.standard
    let records = catalogue.kinds.flatMap { (try? catalogue.records(of: $0)) ?? [] }
    return SearchCorpus(records, kinds: .standard)
  }()

  func updated(_ changed: some Collection<Record>, removing removed: Set<Reference> = []) -> SearchCorpus {
    updated(changed.map(TokenizedRecord.init), removing: removed)
  }

  func search(_ text: String, kind: KindName? = nil, limit: Int = 20, by order: SearchOrder? = nil) async throws -> SearchRun.Outcome {
    try SearchRun(query: try Query(text, kind: kind, names: FieldNames(kinds: kinds)), corpus: self, limit: limit, order: order).run()
  }
}

extension TokenizedRecord {
  init(_ record: Record) { self.init(record, kinds: .standard) }
}

extension IndexRow {
  static func rows(of corpus: SearchCorpus) -> [IndexRow] { corpus.documents.map { IndexRow($0.record) } }
}
