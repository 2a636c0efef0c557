/// The themes there are.
public enum Themes {
  /// Every theme of this folder, once; the first one is used where nothing else was asked for. A test compares the two.
  public static let all: [any Theme] = [DarkTheme()]
}
