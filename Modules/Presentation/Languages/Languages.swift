/// The languages there are.
public enum Languages {
  /// Every folder of this folder, once. The first one is spoken where nothing else was asked for. A test compares the two.
  public static let all: [any Language] = [
    English(),
    Spanish(),
    German(),
    French(),
    Japanese(),
    Wookiee(),
  ]
}
