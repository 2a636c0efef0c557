import MessageBus
import OrderedJSON
import Text

extension Theme {
  /// Reads the theme from the file `path`, which is relative to the configuration file of `source`. Throws a 400 that names what is wrong.
  init(_ path: String, from source: SettingSource) throws(Problem) {
    var path = path
    if !path.hasPrefix("/"), case .setting(_, let file) = source, let slash = file.lastIndex(of: "/") { path = file[...slash] + path }
    let document: ConfigurationDocument?
    do { document = try ConfigurationDocument.read(path, mustExist: true) } catch { throw .invalidFile(error) }
    try self.init(document?.members ?? [:], at: path)
  }

  /// Reads a theme from the members of the file `path`: styles of roles, and a built-in theme, by default the dark one, for all others:
  ///
  ///     {"base": "light", "title": "55 bold", "match": "black on 220 underline"}
  ///
  /// Throws a 400 that names the role and what is wrong.
  init(_ members: JSON.Object, at path: String) throws(Problem) {
    var base = Theme.dark
    var styles: [Role: Style] = [:]
    for (member, value) in members.map({ ($0.name, $0.value) }) {
      let text = value.string ?? value.text()
      let source = SettingSource.setting(member.printable, file: path)
      if member == "base" {
        guard let theme = Themes[text] else { throw .invalidValue(text, for: source, Themes.all.map(\.name)) }
        base = theme
      } else if let role = Role(rawValue: member) {
        guard let style = Style(text) else { throw .invalidValue(text, for: source, Color.names + ["0…255", "bold", "on COLOR"]) }
        styles[role] = style
      } else {
        throw .unknownSetting(member, source, ["base"] + Role.allCases.map(\.rawValue))
      }
    }
    self.init(String(path.split(separator: "/").last ?? ""), base, styles)
  }

  /// Whether a theme is named by the path of its file.
  static func isPath(_ name: String) -> Bool { name.contains("/") || name.hasSuffix(".json") }
}

extension Style {
  /// Creates the style that a text describes: `yellow on 17 bold`.
  fileprivate init?(_ text: String) {
    self.init()
    let names: [String: Attributes] = ["bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse]
    var isBackground = false
    for word in text.lowercased().split(separator: " ").map(String.init) {
      if let attribute = names[word] {
        attributes.insert(attribute)
      } else if word == "on" {
        isBackground = true
      } else {
        guard let color = Color(word) else { return nil }
        if isBackground { background = color } else { foreground = color }
      }
    }
  }
}

extension Color {
  fileprivate static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  /// Creates the colour with a name or an index of the 256, with the nearest one of the 16.
  fileprivate init?(_ word: String) {
    guard let index = Self.names.firstIndex(of: word).map(UInt8.init) ?? UInt8(word) else { return nil }
    let cube = Int(index) - 16
    // Red, green and blue, from 0 to 5; the last indices are greys.
    let levels = index < 232 ? [cube / 36, cube / 6 % 6, cube % 6] : Array(repeating: (cube - 216) / 4, count: 3)
    let most = levels.max() ?? 0
    let bits = most < 2 ? 0 : levels.enumerated().reduce(0) { $0 + (2 * $1.element > most ? 1 << $1.offset : 0) }
    self.init(index, basic: index < 16 ? index : UInt8(bits + (most > 3 ? 8 : 0)))
  }
}
