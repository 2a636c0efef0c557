import TestSupport

@testable import Search

extension SearchSettings {
  /// Timeouts that no test reaches, even on a machine under load.
  static var longTimeouts: SearchSettings {
    var settings = SearchSettings()
    settings.requestTimeout = .testLimit
    settings.originSearchTimeout = .testLimit
    settings.defaultTimeLimit = .testLimit
    settings.originCheckTimeout = .testLimit
    return settings
  }
}
