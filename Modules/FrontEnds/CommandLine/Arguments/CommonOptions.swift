import Explorer
import Localization
import Presentation

/// The options of every command.
enum CommonOptions {
  static let output = Option(
    "output", short: "o", "FORMAT", "Set the output format: table, json, jsonl, csv, markdown or plain",
    choices: OutputFormats.standard.all.map { ($0.name, $0) })
  static let json = Flag("json", "Print JSON (same as --output json), including errors")
  static let color = Option(
    "color", "WHEN", "Use colour: auto, always or never; auto respects NO_COLOR and CLICOLOR_FORCE",
    choices: ColorChoice.allCases.map { ($0.rawValue, $0) })
  static let timeout = Option<Duration>(
    "timeout", "SECONDS", "Set the time limit of the command (default 15); for top and watch, of each request",
    expected: "a number of seconds greater than 0"
  ) { text in
    guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else { return nil }
    return .seconds(seconds)
  }
  static let bus = Option("bus", "ENDPOINT", "Connect to ipc:///path or tcp://host:port (default: HOLOCRON_BUS, or your own bus)")
  static let noAutostart = Flag("no-autostart", "Don't start holocron-node if nothing is running")
  static let language = Option<String>(
    "lang", "LANGUAGE", "Set the language: \(Preference.language.choices.joined(separator: ", ")) (default: your locale, if available)",
    expected: "one of \(Preference.language.choices.joined(separator: ", "))"
  ) { Languages.matching($0) == nil ? nil : $0 }
  static let units = Option(
    "units", "SYSTEM", "Set the units: metric (default) or imperial", choices: UnitSystem.allCases.map { ($0.rawValue, $0.rawValue) })
  static let quiet = Flag("quiet", short: "q", "Print only errors to standard error, no notes")
  static let noPager = Flag("no-pager", "Don't send long output to a pager")
  static let help = Flag("help", short: "h", "Show help for the command, with examples")

  static let all: [OptionDefinition] = [
    output.definition, json.definition, color.definition, timeout.definition, bus.definition, noAutostart.definition,
    language.definition, units.definition, quiet.definition, noPager.definition, help.definition,
  ]
}
