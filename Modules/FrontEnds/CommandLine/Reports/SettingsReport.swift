import Explorer
import Localization
import OrderedJSON
import Presentation
import TerminalText

/// The front-end settings with their values and sources.
struct SettingsReport: Document {
  private let rows: [(name: String, value: String, source: String)]

  init(_ preferences: Preferences, bus: String, from source: String) {
    let theme =
      switch preferences.theme.value {
      case .automatic: "auto"
      case .theme(let theme): theme.name
      }
    func row<Value>(_ name: String, _ setting: ResolvedPreference<Value>, _ value: String) -> (String, String, String) {
      (name, value, setting.source)
    }
    rows =
      [("bus", bus, source)] + [
        row(Preference.theme.name, preferences.theme, theme),
        row(Preference.language.name, preferences.language, preferences.language.value.code),
        row(Preference.units.name, preferences.units, preferences.units.value.rawValue),
        row(Preference.mouse.name, preferences.mouse, preferences.mouse.value ? "on" : "off"),
        row(Preference.motion.name, preferences.motion, preferences.motion.value ? "on" : "off"),
      ]
      + preferences.keys.value.sorted { $0.key.rawValue < $1.key.rawValue }.map { action, keys in
        row("keys.\(action.rawValue)", preferences.keys, keys.joined(separator: " "))
      }
  }

  /// `{"theme":{"value":"auto","source":"default"},…}`
  var json: JSON { .object(JSON.Object(rows.map { ($0.name, ["value": .string($0.value), "source": .string($0.source)]) })) }
  var lines: [JSON] { rows.map { ["name": .string($0.name), "value": .string($0.value), "source": .string($0.source)] } }
  var sheet: Sheet { Sheet(header: ["name", "value", "source"], rows: rows.map { [$0.name, $0.value, $0.source] }) }

  var blocks: [Block] {
    [
      .table(
        Table(
          [.init("setting", expendability: 0), .init("value", expendability: 1), .init("source", expendability: 2, minimum: 12)],
          rows: rows.map { [StyledText($0.name, .accent), StyledText($0.value.printable), StyledText($0.source.printable, .muted)] }))
    ]
  }
}
