import Console
import MessageBus
import Presentation

extension Arguments {
  /// Returns the format given by `--output` or `--json`; `nil` without either option. Throws a 400 if the two contradict each other.
  func format() throws(Problem) -> (any OutputFormat)? {
    let chosen = self[CommonOptions.output]
    guard self[CommonOptions.json] else { return chosen }
    let json = JSONFormat()
    guard let chosen, chosen.name != json.name else { return json }
    throw .usage(
      "--json and --output \(chosen.name) cannot be combined: drop --json for \(chosen.name), or --output \(chosen.name) for JSON",
      field: "--json")
  }
}
