import Contracts
import Localization
import OrderedJSON
import Presentation
import TerminalText

/// The search history, newest first.
struct HistoryReport: Document {
  let history: History
  /// Milliseconds since 1970.
  let now: Int64
  var language: any Language = English()

  var json: JSON { history.json }
  var lines: [JSON] { history.json["searches"]?.array ?? [] }

  var blocks: [Block] {
    guard !history.entries.isEmpty else { return [] }
    return [
      .table(
        Table(
          [.init(language.say(.searchText), expendability: 0), .init(language.say(.time), .trailing)],
          rows: history.entries.map { entry in
            [StyledText(entry.text.printable, .accent), StyledText(Self.age(now - max(0, entry.at), in: language), .muted)]
          }))
    ]
  }

  var sheet: Sheet { Sheet(header: ["text", "at"], rows: history.entries.map { [$0.text, String($0.at)] }) }

  /// Returns the age of a search: `just now`, `12 min ago`. Negative ages, after the clock was set back, count as `just now`.
  static func age(_ milliseconds: Int64, in language: any Language = English()) -> String {
    language.say(milliseconds < 60_000 ? .justNow : .ago(language.figures.duration(Double(milliseconds) / 1_000)))
  }
}
