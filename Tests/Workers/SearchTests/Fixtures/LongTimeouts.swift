@testable import Search

extension SearchSettings {
  /// Timeouts that no test reaches, even on a machine under load.
  static var longTimeouts: SearchSettings {
    var settings = SearchSettings()
    settings.requestTimeout = .seconds(60)
    settings.originSearchTimeout = .seconds(60)
    settings.defaultTimeLimit = .seconds(60)
    settings.originCheckTimeout = .seconds(60)
    return settings
  }
}
