import Explorer
import Localization
import Presentation

/// The switches that every command takes.
enum CommonOptions {
  static let output = Option(
    "output", short: "o", "FORMAT", "table, json, jsonl, csv, markdown or plain",
    choices: OutputFormats.standard.all.map { ($0.name, $0) })
  static let json = Flag("json", "short for --output json; errors come as JSON too")
  static let color = Option(
    "color", "WHEN", "auto, always or never; NO_COLOR and CLICOLOR_FORCE count for auto",
    choices: ColorChoice.allCases.map { ($0.rawValue, $0) })
  static let timeout = Option<Duration>(
    "timeout", "SECONDS", "how long the whole command may take (default 15); of top and watch, each answer",
    expected: "a number of seconds more than 0"
  ) { text in
    guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else { return nil }
    return .seconds(seconds)
  }
  static let bus = Option("bus", "ENDPOINT", "the bus to ask, ipc:///path or tcp://host:port (default: HOLOCRON_BUS, else yours)")
  static let noAutostart = Flag("no-autostart", "never start holocron-node when nothing runs")
  static let language = Option<String>(
    "lang", "LANGUAGE", "\(Preference.language.choices.joined(separator: ", ")) (default: your locale, where it is one of these)",
    expected: "one of \(Preference.language.choices.joined(separator: ", "))"
  ) { Languages.speaking($0) == nil ? nil : $0 }
  static let units = Option(
    "units", "SYSTEM", "metric (default) or imperial", choices: UnitSystem.allCases.map { ($0.rawValue, $0.rawValue) })
  static let quiet = Flag("quiet", short: "q", "no notes on standard error, only errors")
  static let noPager = Flag("no-pager", "never pipe long output into a pager")
  static let help = Flag("help", short: "h", "what the command does, with examples")

  static let all: [Switch] = [
    output.definition, json.definition, color.definition, timeout.definition, bus.definition, noAutostart.definition,
    language.definition, units.definition, quiet.definition, noPager.definition, help.definition,
  ]
}
