import OrderedJSON
import Presentation
import TerminalText

/// The results of a ``JQFilter``: strings as they are, other values as JSON.
struct JQFormat: OutputFormat {
  let filter: JQFilter
  /// Whether the filter gets one record at a time instead of the whole document.
  let isLineByLine: Bool

  var name: String { isLineByLine ? "jsonl" : "json" }

  func render(_ document: any Document, on surface: Surface) -> SafeText {
    (isLineByLine ? document.lines : [document.json]).map { text(of: $0, on: surface) }.joined()
  }

  /// Returns the results for one value, each with a line break.
  func text(of value: JSON, on surface: Surface) -> SafeText {
    filter.results(of: value).map { result in
      guard let text = result.string else { return SafeText(result, isLineByLine ? .compact : surface.jsonLayout, on: surface) }
      guard surface.isTerminal else { return SafeText(checked: text + "\n") }
      return SafeText(lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }.joined()
  }
}
