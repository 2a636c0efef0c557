import Contracts
import Localization

extension FindingPhrase {
  /// The short form of a warning of the search service.
  init(indexWarning warning: String) { self = warning == Coverage.fullIndexWarning ? .indexFull : .indexNotSaved }
}
