import Console
import MessageBus
import Presentation

/// The options of every command, and of the program without a command.
enum CommonOptions {
  static let output = Option(
    "output", short: "o", "FORMAT",
    "Set the output format: table (default on a terminal), plain (tab-separated, default in a pipe), json, jsonl, csv or markdown",
    choices: OutputFormats.standard.all.map { ($0.name, $0) }, synonyms: ["md": "markdown", "ndjson": "jsonl", "tsv": "plain"])
  static let json = Flag("json", "Print JSON (same as --output json), including errors")
  static let jq = Option("jq", "EXPR", "Print the results of a jq expression for the JSON: strings without quotation marks")
  static let color = Option(
    "color", "WHEN", "Use colour: auto, always (also in a pipe) or never; auto respects NO_COLOR and CLICOLOR_FORCE",
    choices: ColorChoice.allCases.map { ($0.rawValue, $0) })
  static let timeout = Option<Duration>(
    "timeout", "SECONDS", "Set the time limit of the command (default 15); for top and watch, of each request",
    secondsFrom: 0, isExclusive: true, to: 86_400)
  static let bus = SharedOptions.bus
  static let noAutostart = SharedOptions.noAutostart
  static let language = SharedOptions.language
  static let units = SharedOptions.units
  static let quiet = Flag("quiet", short: "q", "Print only errors to standard error, no notes")
  static let noPager = Flag("no-pager", "Don't send long output to a pager")
  static let help = Flag("help", short: "h", "Show help for the command, with examples")

  /// Instead of a command.
  static let version = Flag("version", "Print the name and the version of this program; with --json, also those of libraries")

  static let all: [OptionDefinition] = [
    output.definition, json.definition, jq.definition, color.definition, timeout.definition, bus.definition, noAutostart.definition,
    language.definition, units.definition, quiet.definition, noPager.definition, help.definition,
  ]
}

extension Arguments {
  /// Returns the format given by `--output`, `--json` or `--jq`; `nil` without these options. Throws a 400 if they contradict each other, or
  /// if the expression of `--jq` is not valid.
  func format() throws(Problem) -> (any OutputFormat)? {
    let chosen = self[CommonOptions.output]
    let json = JSONFormat()
    let expression = self[CommonOptions.jq]
    guard self[CommonOptions.json] || expression != nil else { return chosen }
    let option = self[CommonOptions.json] ? "--json" : "--jq"
    let allowed = [json.name] + (self[CommonOptions.json] ? [] : [JSONLinesFormat().name])
    if let chosen, !allowed.contains(chosen.name) {
      throw .usage(
        "\(option) and --output \(chosen.name) cannot be combined: drop \(option) for \(chosen.name), or --output \(chosen.name) for JSON",
        field: option)
    }
    guard let expression else { return json }
    let timeout = self[CommonOptions.timeout] ?? Context.standardTimeout
    return try JQFormat(expression, isLineByLine: chosen?.name == JSONLinesFormat().name, timeout: timeout)
  }
}
