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

  /// The language of that code, `de`, with whatever region and character set follows: `de-AT`, `de_DE.UTF-8`. A language of nobody's also answers
  /// to its own name alone, `wookiee`, and every one to what it calls itself, `Deutsch`. `nil` for languages that are not here.
  public static func speaking(_ text: String) -> (any Language)? {
    let wanted = text.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-").lowercased()
    return all.first { language in
      wanted == language.code || wanted.hasPrefix(language.code + "-") || "x-\(wanted)" == language.code
        || wanted == language.name.lowercased()
    }
  }
}
