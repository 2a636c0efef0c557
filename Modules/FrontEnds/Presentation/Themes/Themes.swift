/// The themes there are.
public enum Themes {
  /// Every theme of this folder, once; the first one is used where nothing else was asked for. A test compares the two.
  public static let all: [any Theme] = [DarkTheme(), LightTheme(), HighContrastTheme(), NoColorTheme()]

  public static subscript(name: String) -> (any Theme)? { all.first { $0.name == name } }

  /// The theme for a terminal with that background; `nil` where the terminal does not tell.
  public static func fitting(_ background: TerminalBackground?) -> any Theme {
    switch background {
    case .light: LightTheme()
    case .dark, nil: DarkTheme()
    }
  }
}
