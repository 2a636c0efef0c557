/// A theme, or the theme that suits the terminal.
public enum ThemeChoice: Sendable {
  /// Light or dark, depending on the terminal's background.
  case automatic
  case theme(any Theme)

  /// Returns the theme for a terminal with this background; `nil` if the background is unknown.
  public func theme(on background: TerminalBackground?) -> any Theme {
    switch self {
    case .automatic: Themes.theme(for: background)
    case .theme(let theme): theme
    }
  }
}
