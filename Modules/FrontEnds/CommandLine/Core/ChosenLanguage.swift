import Localization
import Synchronization

/// The language of a command, read from the configuration files when it is first needed: output for programs needs none.
final class ChosenLanguage: Sendable {
  private let language = Mutex<(any Language)?>(nil)

  /// Returns the language, which `read` returns the first time.
  func value(_ read: () -> any Language) -> any Language {
    language.withLock { language in
      if let language { return language }
      let value = read()
      language = value
      return value
    }
  }
}
