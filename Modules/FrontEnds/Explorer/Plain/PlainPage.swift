import Client
import Contracts
import Localization
import Models
import Presentation
import TerminalText

/// A reply of plain mode: lines of text, and the references behind their numbers.
struct PlainPage: Sendable, Hashable {
  var lines: [String]
  /// The references, numbered from 1.
  var references: [Reference] = []
  /// Lines that `more` shows.
  var rest: [String] = []

  /// Number of list entries shown at once.
  static let pageLength = 20

  init(_ lines: [String], references: [Reference] = []) {
    self.lines = lines
    self.references = references
  }

  /// Creates a numbered list of records.
  init(title: String, _ entries: [(reference: Reference, text: String)]) {
    let all = entries.enumerated().map { "\($0.offset + 1) \($0.element.text.printable)" }
    self.init([title] + all.prefix(Self.pageLength), references: entries.map(\.reference))
    rest = Array(all.dropFirst(Self.pageLength))
  }

  /// Creates the page of a record: one line per field, with a number before each reference.
  init(_ record: Record, kind: String, _ wording: Wording, _ names: ReferenceNames) {
    self.init(["\(record.name.printable), \(kind), \(record.reference)"])
    for row in record.sections(showingAbsent: wording.showsAbsent).flatMap(\.rows) {
      let label = wording.label(of: row, in: record.reference.kind).printable
      switch row.value {
      case .reference(let reference): lines.append("\(label): \(number(reference, names))")
      case .references(let references): lines.append("\(label): \(references.map { number($0, names) }.joined(separator: ", "))")
      case .text, .words, .quantity, .date, .absent: lines.append("\(label): \(wording.text(of: row.value))")
      }
    }
  }

  private mutating func number(_ reference: Reference, _ names: ReferenceNames) -> String {
    references.append(reference)
    return "\(references.count) \(names[reference].styled.text)"
  }

  /// Returns the next lines for `more` and removes them from ``rest``.
  mutating func more() -> [String] {
    defer { rest = Array(rest.dropFirst(Self.pageLength)) }
    return Array(rest.prefix(Self.pageLength))
  }
}
