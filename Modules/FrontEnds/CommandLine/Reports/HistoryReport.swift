import Contracts
import Localization
import OrderedJSON
import Platform
import Presentation
import Text

/// The search history, newest first.
struct HistoryReport: Document {
  let history: History
  /// Milliseconds since 1970.
  let now: Int64
  var language: any Language = English()

  var json: JSON { .array(lines) }
  var lines: [JSON] { history.entries.map { ["text": .string($0.text), "time": .string(Self.time($0))] } }

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

  var sheet: Sheet { Sheet(header: ["text", "time"], rows: history.entries.map { [$0.text, Self.time($0)] }) }

  private static func time(_ entry: History.Entry) -> String { CalendarTime.text(millisecondsSince1970: entry.at) }

  /// Returns the age of a search: `just now`, `12 min ago`. Negative ages, after the clock was set back, count as `just now`.
  static func age(_ milliseconds: Int64, in language: any Language = English()) -> String {
    language.say(milliseconds < 60_000 ? .justNow : .ago(language.figures.duration(Double(milliseconds) / 1_000)))
  }
}
