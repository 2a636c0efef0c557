import Catalogue
import Models

@testable import Search

extension Library {
  /// The whole embedded catalogue.
  static let standard: Library = {
    let catalogue = Catalogue.standard
    let records = catalogue.kinds.flatMap { (try? catalogue.records(of: $0)) ?? [] }
    return Library(records, kinds: .standard)
  }()

  func search(_ text: String, kind: KindName? = nil, limit: Int = 20) async throws -> SearchRun.Outcome {
    try SearchRun(query: try Query(text, kind: kind, names: FieldNames(kinds: kinds)), library: self, limit: limit).run()
  }
}

extension IndexRow {
  static func rows(of library: Library) -> [IndexRow] { library.documents.map { IndexRow($0.record) } }
}
