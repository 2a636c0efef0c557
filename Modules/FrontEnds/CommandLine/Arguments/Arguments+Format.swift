import Console
import MessageBus
import Presentation

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
