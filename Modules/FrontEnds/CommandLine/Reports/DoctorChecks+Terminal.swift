import Localization
import Platform
import Presentation

extension DoctorChecks {
  /// Checks the type of the terminal and the character encoding of the locale. Empty if no standard stream is a terminal.
  static func terminal(_ terminal: Terminal, _ environment: Environment) -> [Finding] {
    guard terminal.output.isTerminal || terminal.errors.isTerminal else { return [] }
    let type = environment["TERM"] ?? ""
    guard !FullScreen.limitedTypes.contains(type) else {
      return [
        Finding(
          "Terminal", .warn, "the terminal type '\(type)' is unknown or cannot move the cursor",
          remedy: "set TERM to the type of your terminal, or use holocron explore --plain")
      ]
    }
    // POSIX: the first variable that is set decides. A locale without the name of an encoding, such as C, says nothing about the terminal.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first ?? ""
    if let encoding = encoding(of: locale), !["utf-8", "utf8"].contains(encoding.lowercased()) {
      return [
        Finding(
          "Terminal", .warn, "the locale \(locale) does not use UTF-8; other characters than ASCII may look wrong",
          remedy: "choose a UTF-8 locale, such as LC_ALL=C.UTF-8")
      ]
    }
    return [Finding("Terminal", .pass, type)]
  }

  /// Returns `ISO-8859-15` of `de_DE.ISO-8859-15@euro`; `nil` if a locale names no encoding.
  private static func encoding(of locale: String) -> Substring? {
    locale.firstIndex(of: ".").map { locale[locale.index(after: $0)...].prefix { $0 != "@" } }
  }
}
