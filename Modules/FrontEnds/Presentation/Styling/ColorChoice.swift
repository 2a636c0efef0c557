/// Whether output is coloured.
public enum ColorChoice: String, Sendable, CaseIterable {
  case auto, always, never

  /// Decides for one stream; standard output and standard error are judged apart.
  ///
  /// A choice of the user's wins. Then `NO_COLOR` (no-color.org: set and not empty), then `CLICOLOR_FORCE` (set, neither empty nor `0`), then
  /// whether the stream is a terminal that is not `dumb`.
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
