import Catalogue
import Dialects
import Models

/// The records of the catalogue, for the dialect that serves them.
struct CatalogueRecords: ServedRecords {
  let catalogue: Catalogue
  let kinds: [KindName]
  let pageSize: Int

  init(_ catalogue: Catalogue, pageSize: Int) {
    self.catalogue = catalogue
    kinds = catalogue.kinds
    self.pageSize = max(1, pageSize)
  }

  func record(_ reference: Reference) -> Record? { try? catalogue.record(reference) }

  func records(of kind: KindName) -> [Record]? { try? catalogue.records(of: kind) }
}
