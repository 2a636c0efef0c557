import Console
import Explorer
import Localization
import OrderedJSON
import Presentation
import Text

/// Settings with their values and sources: those of the front-ends first, then those of the services.
struct SettingsReport: Document {
  private let rows: [Row]

  /// A setting, its value as text, and its source.
  struct Row: Sendable, Hashable {
    let name: String
    let value: String
    let source: SettingSource
  }

  init(_ rows: [Row]) { self.rows = rows }

  init(
    _ preferences: Preferences, bus: String, from source: SettingSource, services: [ServiceSetting] = []
  ) {
    rows =
      [Row(name: "bus", value: bus, source: source)] + Self.frontEnd(preferences)
      // The bus is that of the front-ends.
      + services.filter { $0.key != "bus" }.map { Self.row($0) }
  }

  /// The settings of the front-ends.
  static func frontEnd(_ preferences: Preferences) -> [Row] {
    let theme =
      switch preferences.theme.value {
      case .automatic: "auto"
      case .theme(let theme): theme.name
      }
    func row<Value>(_ name: String, _ setting: ResolvedPreference<Value>, _ value: String) -> Row {
      Row(name: "\(Preferences.section).\(name)", value: value, source: setting.source)
    }
    return [
      row(Preference.theme.name, preferences.theme, theme),
      row(Preference.language.name, preferences.language, preferences.language.value.code),
      row(Preference.units.name, preferences.units, preferences.units.value.rawValue),
      row(Preference.mouse.name, preferences.mouse, preferences.mouse.value ? "on" : "off"),
      row(Preference.motion.name, preferences.motion, preferences.motion.value ? "on" : "off"),
      row(Preference.absent.name, preferences.absent, preferences.absent.value ? "on" : "off"),
      row(Preference.complete.name, preferences.complete, preferences.complete.value ? "on" : "off"),
    ]
      + preferences.keys.value.sorted { $0.key.rawValue < $1.key.rawValue }.map { action, keys in
        row("keys.\(action.rawValue)", preferences.keys, keys.joined(separator: " "))
      }
  }

  /// A setting of a service, with the default if no source has a value.
  static func row(_ setting: ServiceSetting) -> Row {
    let file = setting.file.map { SettingSource.setting(setting.key, file: $0) }
    return Row(
      name: setting.key, value: setting.value?.split(separator: "\n").joined(separator: ",") ?? setting.defaultText,
      source: file ?? setting.source.map { SettingSource.named($0) } ?? .standard)
  }

  /// `[{"name":"explorer.theme","value":"auto","source":"default"},…]`; the setting alone if there is one.
  var json: JSON { rows.count == 1 ? lines[0] : .array(lines) }
  var lines: [JSON] { rows.map { ["name": .string($0.name), "value": .string($0.value), "source": .string("\($0.source)")] } }
  var sheet: Sheet { Sheet(header: ["name", "value", "source"], rows: rows.map { [$0.name, $0.value, "\($0.source)"] }) }

  var blocks: [Block] {
    [
      .table(
        Table(
          [
            .init("Setting", expendability: 0), .init("Value", expendability: 1),
            .init("Source", expendability: 2, minimum: 12),
          ],
          rows: rows.map {
            [StyledText($0.name, .accent), StyledText($0.value.printable), StyledText("\($0.source)".printable, .muted)]
          }))
    ]
  }
}

extension SettingSource {
  /// Whether the file at `path` has the setting.
  func isFile(_ path: String) -> Bool {
    switch self {
    case .standard, .named: false
    case .setting(_, let file): file == path
    case .merged(let sources): sources.contains { $0.isFile(path) }
    }
  }
}
