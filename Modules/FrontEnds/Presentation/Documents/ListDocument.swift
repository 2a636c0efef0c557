public import Client
public import Localization
public import Models
public import OrderedJSON
import Text

/// Document that lists records of one kind in a table.
public struct ListDocument: Document {
  public let kind: Kind
  public let records: [Record]
  public let wording: Wording
  private let fields: [Field]?
  private let names: ReferenceNames

  /// Creates the document. `fields` are the fields to show; by default, ``blocks`` has the most important ones and ``sheet`` all. `names` are
  /// those of the records to which these fields refer.
  public init(
    _ kind: Kind, _ records: [Record], fields: [Field]? = nil, names: ReferenceNames = ReferenceNames(),
    wording: Wording = .standard
  ) {
    self.kind = kind
    self.records = records
    self.fields = fields
    self.names = names
    self.wording = wording
  }

  public var blocks: [Block] { [.table(table)] }
  public var json: JSON { .array(lines) }
  public var lines: [JSON] { records.map(\.canonical) }

  private var table: Table {
    let fields = fields ?? ListColumns.printed(of: kind)
    let nameKey = kind.fields.first?.key
    let columns = fields.enumerated().map { index, field in
      let isName = field.key == nameKey
      let label = wording.label(of: field, in: kind.name)
      // Part of a number or of a date would be another one. The numerals of films need 12 columns.
      let isWhole = field.shape == .quantity || field.shape == .date
      var column = Table.Column(
        label, field.shape == .quantity ? .trailing : .leading, expendability: isName ? 0 : index + 1,
        minimum: isWhole ? .max : field.target == .films ? 12 : max(8, label.uppercased().columns))
      column.yields = !isWhole && !isName
      return column
    }
    func rows(hasTitles: Bool) -> [[StyledText]] {
      records.map { record in
        fields.map { field in
          guard field.key != nameKey else { return StyledText(record.name.printable, .accent) }
          return wording.cell(record.display(field.key), names, episodes: hasTitles ? [:] : names.episodes)
        }
      }
    }
    return Table(columns, rows: rows(hasTitles: true), shortRows: names.episodes.isEmpty ? nil : rows(hasTitles: false))
  }

  public var sheet: Sheet { RecordSheet.sheet(of: records, fields ?? kind.fields, names) }
}

/// Fields shown in lists: the name and what people look for first. The detail view shows all fields.
package enum ListColumns {
  /// Canonical keys by kind, most important first; screens leave out the last ones for lack of room. Other kinds show their first fields.
  static let chosen: [String: [String]] = [
    "films": ["episode", "title", "releaseDate", "director"],
    "people": ["name", "homeworld", "films", "birthYear", "gender", "height", "mass"],
    "planets": ["name", "climate", "terrain", "population", "films", "diameter", "residents"],
    "species": ["name", "classification", "homeworld", "language", "averageLifespan", "averageHeight"],
    "vehicles": ["name", "vehicleClass", "length", "crew", "films", "passengers", "manufacturer"],
    "starships": ["name", "starshipClass", "hyperdriveRating", "length", "films", "crew", "manufacturer"],
  ]

  package static func fields(of kind: Kind) -> [Field] {
    let keys = chosen[kind.name.text] ?? []
    let fields = keys.compactMap { key in kind.fields.first { $0.key == key } }
    return fields.isEmpty ? Array(kind.fields.prefix(5)) : fields
  }

  /// Returns the fields of a printed table: those that fit 80 columns. The one by which the table is sorted takes the place of the last one if
  /// it is none of them.
  package static func printed(of kind: Kind, sortedBy key: String? = nil) -> [Field] {
    let printed = Array(fields(of: kind).prefix(5))
    guard let sorted = kind.fields.first(where: { $0.key == key }), !printed.contains(where: { $0.key == key }) else { return printed }
    return printed.dropLast() + [sorted]
  }

  /// Returns the keys of the fields by which front-ends sort: those of the kind, and those that refer to one record, by its name.
  package static func sortKeys(of kind: Kind) -> [String] {
    kind.sortKeys + kind.fields.filter { $0.shape == .reference }.map(\.key)
  }
}
