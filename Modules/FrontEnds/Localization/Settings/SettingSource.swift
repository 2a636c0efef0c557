/// The source of a setting.
public indirect enum SettingSource: Sendable, Hashable, CustomStringConvertible {
  /// No source has a value, so that the default applies.
  case standard
  /// An option or an environment variable: `--theme`, `HOLOCRON_THEME`.
  case named(String)
  /// A setting in a configuration file: `explorer.theme`.
  case setting(String, file: String)
  /// Settings of several files, which are merged.
  case merged([SettingSource])

  /// The source in English: `default`, or `'explorer.theme' in /home/u/.config/holocron/config.json`. JSON and CSV have it in every language.
  public var description: String { English().say(self) }
}

extension Language {
  public func say(_ source: SettingSource) -> String {
    switch source {
    case .standard: say(ReportPhrase.standardSource)
    case .named(let name): name
    case .setting(let name, let file): say(ReportPhrase.settingInFile("'\(name)'", file: file))
    case .merged(let sources): say(NotePhrase.list(sources.map { say($0) }))
    }
  }
}
