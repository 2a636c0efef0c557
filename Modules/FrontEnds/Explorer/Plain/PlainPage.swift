import Client
import Contracts
import Localization
import Models
import Presentation
import TerminalText

/// An answer of the plain mode: lines of text, and what the numbers in them stand for.
struct PlainPage: Sendable, Hashable {
  var lines: [String]
  /// The first has number 1.
  var references: [Reference] = []
  /// Lines that are shown when more are asked for.
  var rest: [String] = []

  /// How many entries of a list are read at once.
  static let length = 20

  init(_ lines: [String], references: [Reference] = []) {
    self.lines = lines
    self.references = references
  }

  /// A list of records, each with its number.
  init(title: String, _ entries: [(reference: Reference, text: String)]) {
    let all = entries.enumerated().map { "\($0.offset + 1) \($0.element.text.printable)" }
    self.init([title] + all.prefix(Self.length), references: entries.map(\.reference))
    rest = Array(all.dropFirst(Self.length))
  }

  /// A record: a line a field, and a number before each record it leads to.
  init(_ record: Record, kind: String, _ wording: Wording, _ names: ReferenceNames) {
    self.init(["\(record.name.printable), \(kind), \(record.reference)"])
    for row in record.sections.flatMap(\.rows) {
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

  /// The lines that `more` shows, and what is left then.
  mutating func more() -> [String] {
    defer { rest = Array(rest.dropFirst(Self.length)) }
    return Array(rest.prefix(Self.length))
  }
}
