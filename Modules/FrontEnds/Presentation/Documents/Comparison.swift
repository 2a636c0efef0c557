public import Localization
public import Models
import TerminalText

/// Records side by side: a row for each field that one of them has at least, a column for each record, whatever their kinds.
///
/// Left out are the name, which heads the column, texts of several paragraphs, and what an origin notes of its own entry.
public struct Comparison: Sendable, Hashable {
  /// A value, or one of the records that a field points to.
  public struct Entry: Sendable, Hashable {
    public let text: StyledText
    /// Where it leads.
    public let reference: Reference?
    /// All records of the comparison point there.
    public let isShared: Bool
  }

  public struct Row: Sendable, Hashable {
    /// The canonical key of the field: `birthYear`.
    public let key: String
    /// `Born`
    public let label: String
    /// What each record says, in the order of the columns; what all of them point to comes first. Never empty: a record that says nothing of the
    /// field has a dash.
    public let cells: [[Entry]]
    /// Not all records say the same. The order of references does not count.
    public let differs: Bool

    /// Lines it takes with an entry on each.
    public var lines: Int { cells.reduce(1) { max($0, $1.count) } }
  }

  public let references: [Reference]
  /// The heads of the columns.
  public let names: [String]
  /// In the order of the first record's fields, then what others have beyond them.
  public let rows: [Row]

  /// `name` words a reference to a record that may not be loaded.
  public init(_ records: [Record], wording: Wording = .standard, name: (Reference) -> StyledText) {
    references = records.map(\.reference)
    names = records.map(\.name.printable)
    var labels: [(key: String, label: String)] = []
    var values: [String: [Int: DisplayValue]] = [:]
    for (column, record) in records.enumerated() {
      for section in record.sections where section.title != Self.bookkeeping {
        for row in section.rows where !row.value.isProse {
          if values[row.key] == nil { labels.append((row.key, wording.label(of: row, in: record.reference.kind).printable)) }
          values[row.key, default: [:]][column] = row.value
        }
      }
    }
    rows = labels.map { key, label in
      let said = records.indices.map { values[key]?[$0] }
      let shared = Self.shared(said)
      return Row(
        key: key, label: label, cells: said.map { Self.entries($0, shared, wording, name) },
        differs: Set(said.map(Self.comparable)).count > 1)
    }
  }

  /// The section that says when an origin wrote its entry: nothing about the subject.
  private static let bookkeeping = "Entry"

  /// In the order of the first record.
  private static func shared(_ said: [DisplayValue?]) -> [Reference] {
    let sets = said.map { Set($0?.references ?? []) }
    guard sets.count > 1, let first = said.first else { return [] }
    return (first?.references ?? []).filter { reference in sets.allSatisfy { $0.contains(reference) } }
  }

  private static func comparable(_ value: DisplayValue?) -> DisplayValue? {
    switch value {
    case .references(let references)?: .references(references.sorted())
    case .absent(.none)?: nil
    default: value
    }
  }

  private static func entries(
    _ value: DisplayValue?, _ shared: [Reference], _ wording: Wording, _ name: (Reference) -> StyledText
  ) -> [Entry] {
    switch value {
    case nil: return [Entry(text: StyledText("—", .muted), reference: nil, isShared: false)]
    case .reference(let reference)?: return [Entry(text: name(reference), reference: reference, isShared: shared.contains(reference))]
    case .references(let references)?:
      let own = references.filter { !shared.contains($0) }
      return shared.map { Entry(text: name($0), reference: $0, isShared: true) }
        + own.map { Entry(text: name($0), reference: $0, isShared: false) }
    case .absent?: return [Entry(text: StyledText(value.map(wording.text) ?? "", .muted), reference: nil, isShared: false)]
    case .text?, .words?, .quantity?, .date?:
      return [Entry(text: StyledText(value.map(wording.text) ?? ""), reference: nil, isShared: false)]
    }
  }
}
