import Contracts
import Localization
import Models
import OrderedJSON
import Presentation

/// Records that fit a search or a suggestion, best first: what they are called, where they are, and what of them fits.
struct MatchesReport: Document {
  let matches: [Match]
  let json: JSON
  private let labels: FieldLabels

  init(_ answer: SearchAnswer, _ labels: FieldLabels) {
    matches = answer.matches
    json = answer.json
    self.labels = labels
  }

  init(_ matches: [Match], _ labels: FieldLabels) {
    self.matches = matches
    json = .array(matches.map(\.json))
    self.labels = labels
  }

  var lines: [JSON] { matches.map(\.json) }

  var blocks: [Block] {
    guard !matches.isEmpty else { return [] }
    var columns: [Table.Column] = [.init("name", expendability: 0), .init("record", expendability: 2, minimum: 10)]
    // Where all names fit, a column that says so of none of them would be empty.
    let tellsFields = matches.contains { $0.field != nil }
    if tellsFields { columns.append(.init("because of", expendability: 1, minimum: 12)) }
    return [.table(Table(columns, rows: matches.map { row(of: $0, tellsFields) }))]
  }

  private func row(of match: Match, _ tellsFields: Bool) -> [StyledText] {
    let name = StyledText.marked(match.name, .accent, at: match.field == nil ? match.marks : [])
    let row = [name, StyledText(match.reference.description, .muted)]
    return tellsFields ? row + [reason(for: match)] : row
  }

  /// `Homeworld Tatooine`, or nothing where the name itself fits.
  private func reason(for match: Match) -> StyledText {
    guard let field = match.field else { return "" }
    return StyledText("\(labels[field, match.reference.kind]) ", .muted) + StyledText.marked(match.excerpt ?? "", .text, at: match.marks)
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
  /// That not everything is indexed, and what can be done about it; `nil` when everything is.
  var remark: String? {
    guard !isComplete else { return nil }
    let known = "The index knows \(Figures.grouped(records))\(of.map { " of \(Figures.grouped($0))" } ?? "") records"
    return askedOrigin ? "\(known); the origin's own search was asked, too." : "\(known); holocron cache warm fetches the rest."
  }
}
