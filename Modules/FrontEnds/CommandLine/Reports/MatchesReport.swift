import Contracts
import Localization
import Models
import OrderedJSON
import Presentation

/// The results of a search or suggestion, best first: name, reference and matching field of each record.
struct MatchesReport: Document {
  let matches: [Match]
  private let labels: FieldLabels
  /// Whether the fields are those by which the matches are sorted.
  private let isSorted: Bool

  init(_ answer: SearchAnswer, _ labels: FieldLabels, isSorted: Bool = false) {
    matches = answer.matches
    self.labels = labels
    self.isSorted = isSorted
  }

  init(_ matches: [Match], _ labels: FieldLabels) {
    self.matches = matches
    self.labels = labels
    isSorted = false
  }

  var json: JSON { .array(lines) }
  var lines: [JSON] { matches.map(\.json) }

  var blocks: [Block] {
    guard !matches.isEmpty else { return [] }
    let language = labels.wording.language
    var columns: [Table.Column] = [
      .init(language.say(.recordName), expendability: 0), .init(language.say(.record), expendability: 2, minimum: 10),
    ]
    // If all matches are in names, the column would be empty.
    let showsFields = matches.contains { $0.field != nil }
    if showsFields { columns.append(.init(language.say(isSorted ? Phrase.field : .matchedIn), expendability: 1, minimum: 12)) }
    return [.table(Table(columns, rows: matches.map { row(of: $0, showsFields) }))]
  }

  private func row(of match: Match, _ showsFields: Bool) -> [StyledText] {
    let name = StyledText.marked(match.name, .accent, at: match.field == nil ? match.marks : [])
    let row = [name, StyledText(match.reference.description, .muted)]
    return showsFields ? row + [matchedField(of: match)] : row
  }

  /// Returns the matching field and its text, such as `Homeworld Tatooine`; empty if the name matches.
  private func matchedField(of match: Match) -> StyledText {
    guard let field = match.field else { return "" }
    let excerpt = match.localizedExcerpt(labels.wording) ?? (text: "", marks: [])
    return StyledText("\(labels[field, match.reference.kind]) ", .muted) + StyledText.marked(excerpt.text, .text, at: excerpt.marks)
  }

  var sheet: Sheet {
    Sheet(
      header: ["kind", "id", "name", "field", "excerpt"],
      rows: matches.map { match in
        [match.reference.kind.text, String(match.reference.id), match.name, match.field ?? "", match.excerpt ?? ""]
      })
  }
}

extension Coverage {
  /// A note that the index is incomplete and how to complete it; `nil` if it is complete.
  var incompleteIndexNote: Phrase? {
    isComplete ? nil : askedOrigin ? .originSearched(records, of: of) : .indexIncomplete(records, of: of)
  }
}
