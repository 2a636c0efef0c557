import Catalogue
import Contracts
import MessageBus

extension Problem {
  /// Creates a 404 for what the catalogue does not have, and a 500 for data that cannot be read.
  init(_ error: CatalogueError) {
    guard error.code != .damaged else {
      self.init(500, "cannot read the catalogue", detail: error.message)
      return
    }
    self.init(404, "not found", detail: error.message, type: ProblemType.notFound)
  }
}
