import MessageBus
import Presentation

extension Arguments {
  /// The format that `--output` or `--json` names; `nil` where neither is there. Throws a 400 where they contradict each other.
  func format() throws(Problem) -> (any OutputFormat)? {
    let chosen = self[CommonOptions.output]
    guard self[CommonOptions.json] else { return chosen }
    let json = JSONFormat()
    guard let chosen, chosen.name != json.name else { return json }
    throw .usage("--json and --output \(chosen.name) exclude each other: leave one out", field: "--json")
  }
}
