/// Option that controls coloured output.
public enum ColorChoice: String, Sendable, CaseIterable {
  case auto, always, never

  /// Returns whether to colour one stream; standard output and standard error are decided separately.
  ///
  /// In order of precedence: the user's choice, `NO_COLOR` (no-color.org: set and not empty), `CLICOLOR_FORCE` (set, neither empty nor
  /// `0`), and whether the stream is a terminal other than `dumb`.
  public func usesColor(isTerminal: Bool, environment: (String) -> String?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let value = environment("NO_COLOR"), !value.isEmpty { return false }
    if let value = environment("CLICOLOR_FORCE"), !value.isEmpty, value != "0" { return true }
    return isTerminal && environment("TERM") != "dumb"
  }
}
