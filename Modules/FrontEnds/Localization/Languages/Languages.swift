/// Registry of the languages.
public enum Languages {
  /// The languages of this folder, each listed once; the first is the default. A test compares the list with the files.
  public static let all: [any Language] = [
    English(),
    Spanish(),
    German(),
    French(),
    Japanese(),
    Wookiee(),
  ]

  /// Returns the language for a tag or locale, ignoring region and character set: `de`, `de-AT`, `de_DE.UTF-8`. Also accepts a language's
  /// name for itself, `Deutsch`, and a private-use tag without its prefix: `wookiee` for `x-wookiee`. Returns `nil` for unsupported
  /// languages.
  public static func matching(_ text: String) -> (any Language)? {
    let wanted = text.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-").lowercased()
    return all.first { language in
      wanted == language.code || wanted.hasPrefix(language.code + "-") || "x-\(wanted)" == language.code
        || wanted == language.name.lowercased()
    }
  }
}
