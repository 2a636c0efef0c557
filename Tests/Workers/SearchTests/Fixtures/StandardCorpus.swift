import Contracts
import CoreMetrics
import Models
import TestSupport

@testable import Search

extension SearchCorpus {
  /// All records of the embedded catalogue.
  static let standard: SearchCorpus = {
    let catalogue = Catalogue.standard
    let records = catalogue.kinds.flatMap { (try? catalogue.records(of: $0)) ?? [] }
    return SearchCorpus(records, kinds: .standard)
  }()

  var records: [Record] { entries.map(\.record) }
  var names: [String] { entries.map(\.name) }

  init(_ records: some Collection<Record> = [], kinds: Kinds) {
    let schema = CorpusSchema(kinds)
    var lexicon = Lexicon()
    let entries = records.map { IndexEntry($0, schema, addingTo: &lexicon) }
    self.init(entries, lexicon, schema)
  }

  func search(_ text: String, kind: KindName? = nil, limit: Int = 20, by order: SearchOrder? = nil) async throws -> SearchRun.Outcome {
    try SearchRun(query: try Query(text, kind: kind, names: FieldNames(kinds: schema.kinds)), corpus: self, limit: limit, order: order)
      .run()
  }
}

extension RecordIndex {
  static func empty(maxBytes: Int = SearchSettings().maxIndexBytes, log: LogRecorder = LogRecorder()) -> RecordIndex {
    RecordIndex(kinds: .standard, metrics: SearchMetrics(NOOPMetricsHandler.instance), maxBytes: maxBytes, logger: log.logger)
  }
}

extension SearchSettings {
  /// Timeouts that no test reaches, even on a machine under load, for a service that answers without a first fill of its index.
  static var longTimeouts: SearchSettings {
    var settings = SearchSettings()
    settings.startTimeout = .zero
    settings.requestTimeout = .testLimit
    settings.originSearchTimeout = .testLimit
    settings.defaultTimeLimit = .testLimit
    return settings
  }
}
