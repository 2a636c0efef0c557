import Console
import Explorer
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// A setting, its value as text, and its source.
struct SettingRow: Sendable, Hashable {
  let name: String
  let value: String
  let source: SettingSource

  init(name: String, value: String, source: SettingSource) {
    (self.name, self.value, self.source) = (name, value, source)
  }

  /// Creates the row of a setting of a service, with the default if no source has a value.
  init(_ setting: ServiceSetting) {
    let file = setting.file.map { SettingSource.setting(setting.key, file: $0) }
    self.init(
      name: setting.key, value: setting.value?.split(separator: "\n").joined(separator: ",") ?? setting.defaultText,
      source: file ?? setting.source.map { SettingSource.named($0) } ?? .standard)
  }

  /// Returns the settings of the front-ends.
  static func all(_ preferences: Preferences) -> [SettingRow] {
    func row<Value, Other>(
      _ preference: Preference<Other>, _ setting: ResolvedPreference<Value>, _ text: (Value) -> String
    ) -> SettingRow {
      SettingRow(name: "\(Preferences.section).\(preference.name)", value: text(setting.value), source: setting.source)
    }
    let onOff: (Bool) -> String = { $0 ? "on" : "off" }
    return [
      row(Preference.theme, preferences.theme) { if case .theme(let theme) = $0 { theme.name } else { "auto" } },
      row(Preference.language, preferences.language) { $0.code }, row(Preference.units, preferences.units) { $0.rawValue },
      row(Preference.mouse, preferences.mouse, onOff), row(Preference.motion, preferences.motion, onOff),
      row(Preference.absent, preferences.absent, onOff), row(Preference.complete, preferences.complete, onOff),
    ]
      + preferences.keys.value.sorted { $0.key.rawValue < $1.key.rawValue }.map { action, keys in
        SettingRow(
          name: "\(Preferences.section).keys.\(action.rawValue)", value: keys.joined(separator: " "), source: preferences.keys.source)
      }
  }
}

/// Settings with their values and sources. As JSON, a single setting stands alone: `{"name":"explorer.theme","value":"auto","source":"default"}`.
func settingsReport(_ rows: [SettingRow]) -> ReportDocument {
  let columns: [Table.Column] = [
    .init("Setting", expendability: 0), .init("Value", expendability: 1), .init("Source", expendability: 2, minimum: 12),
  ]
  let report = ReportDocument(
    ["name", "value", "source"], columns,
    rows: rows.map { row in
      (
        ["name": .string(row.name), "value": .string(row.value), "source": .string("\(row.source)")],
        [StyledText(row.name, .accent), StyledText(row.value.printable), StyledText("\(row.source)".printable, .muted)]
      )
    })
  guard rows.count == 1 else { return report }
  return ReportDocument(report.blocks, json: report.lines[0], sheet: report.sheet)
}

/// The configuration files that are read in a working directory, the strongest first.
func configPathReport(_ environment: Environment, folder: String?) -> ReportDocument {
  func exists(_ path: String) -> String { FileSystem.exists(path) ? "read" : "missing" }
  var files: [(scope: String, path: String, state: String)] = []
  if let named = environment["HOLOCRON_CONFIG"] {
    files = [("HOLOCRON_CONFIG", named, exists(named))]
  } else {
    if let folder {
      let project = ProjectFile.find(from: folder, environment: environment)
      let state = project.map { $0.distrust.map { "ignored: \($0)" } ?? "read" }
      files.append(("project", project?.path ?? "\(folder)/\(ProjectFile.name)", state ?? "missing"))
    }
    let folders = XDGFolders(environment)
    if let user = folders.configurationFile { files.append(("user", user, exists(user))) }
    files += folders.systemConfigurationFiles.map { ("system", $0, exists($0)) }
  }
  return ReportDocument(
    ["scope", "path", "state"], [.init("Scope", expendability: 2), .init("Path", expendability: 0), .init("State", expendability: 1)],
    rows: files.map { scope, path, state in
      (
        ["scope": .string(scope), "path": .string(path), "state": .string(state)],
        [StyledText(scope, .accent), StyledText(path.printable), StyledText(state.printable, .muted)]
      )
    })
}
