import Models
import OrderedJSON

/// The answers that the catalogue gives, in canonical form.
struct ChaosCatalogue: Sendable {
  /// A record and what answers show of it.
  struct Entry: Sendable {
    let reference: Reference
    let bytes: [UInt8]
    let label: JSON
    let name: String
  }

  let entries: [Entry]
  let entry: [Reference: Entry]
  /// The records whose name no other record of the same kind has or contains.
  let named: [Entry]
  let kinds: [KindName]
  /// The records of each kind in the order of the origin, and in the default order of the kind.
  let lists: [KindName: (origin: [Entry], sorted: [Entry])]

  init() throws {
    kinds = Catalogue.standard.kinds
    var entries: [Entry] = []
    var lists: [KindName: (origin: [Entry], sorted: [Entry])] = [:]
    for kind in kinds {
      let records = try Catalogue.standard.records(of: kind)
      let origin = records.map(Self.entry)
      lists[kind] = (origin, try Kinds.standard[kind]?.sorted(records, by: nil, descending: false).map(Self.entry) ?? origin)
      entries += origin
    }
    self.entries = entries
    self.lists = lists
    entry = Dictionary(entries.map { ($0.reference, $0) }) { first, _ in first }
    named = entries.filter { one in
      let name = one.name.lowercased()
      return !entries.contains { other in
        other.reference != one.reference && other.reference.kind == one.reference.kind && other.name.lowercased().contains(name)
      }
    }
  }

  private static func entry(of record: Record) -> Entry {
    let json = record.canonical
    return Entry(
      reference: record.reference, bytes: json.bytes(), label: Kinds.standard.label(of: json),
      name: Kinds.standard.name(of: json, record.reference.kind) ?? "")
  }
}
