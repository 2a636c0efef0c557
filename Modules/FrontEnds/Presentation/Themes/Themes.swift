/// Registry of the themes.
public enum Themes {
  /// The themes of this folder, each listed once; the first is the default. A test compares the list with the files.
  public static let all: [any Theme] = [DarkTheme(), LightTheme(), HighContrastTheme(), NoColorTheme()]

  public static subscript(name: String) -> (any Theme)? { all.first { $0.name == name } }

  /// Returns the theme for a terminal background; `nil` means that the background is unknown.
  public static func theme(for background: TerminalBackground?) -> any Theme {
    switch background {
    case .light: LightTheme()
    case .dark, nil: DarkTheme()
    }
  }
}

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
