@testable import Search

extension SearchSettings {
  /// For machines under load: no test means to run into these limits.
  static var patient: SearchSettings {
    var settings = SearchSettings()
    settings.patience = .seconds(60)
    settings.originPatience = .seconds(60)
    settings.answerLimit = .seconds(60)
    settings.originCheck = .seconds(60)
    return settings
  }
}
