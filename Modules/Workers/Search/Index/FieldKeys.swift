import Models

/// The fields that occur in records, numbered: a kind and the key of one of its fields or extra members.
struct FieldKeys: Sendable {
  /// Identifies a field of a kind; the index of its entry.
  typealias ID = UInt32

  struct Key: Sendable, Hashable {
    let kind: KindName
    let key: String
    /// Whether this is an extra member of the origin, whose key may be that of a field.
    let isExtra: Bool
  }

  struct Entry: Sendable {
    let key: Key
    /// The words of the field's label and key.
    let labels: Set<String>
  }

  /// Maximum number of extra members with an entry of their own: an origin may name each member of each record differently. Those beyond
  /// share an entry for each kind, so words cannot name them.
  static let maxExtraKeys = 4_096
  private static let otherKeys = "…"

  private(set) var entries: [Entry] = []
  private var ids: [Key: ID] = [:]

  subscript(id: ID) -> Entry { entries[Int(id)] }

  /// Returns the ID of a field that occurs in a record, or `nil`.
  func id(of key: Key) -> ID? { ids[key] }

  /// Returns the fields that a word can name.
  func ids(named word: String) -> Set<ID> {
    Set(entries.indices.lazy.filter { entries[$0].labels.contains(word) }.map { ID($0) })
  }

  /// Returns the ID of a field, adding the field if it is new.
  mutating func id(of key: Key, labels: @autoclosure () -> Set<String>) -> ID {
    if let id = ids[key] { return id }
    if key.isExtra, entries.count >= Self.maxExtraKeys, key.key != Self.otherKeys {
      return id(of: Key(kind: key.kind, key: Self.otherKeys, isExtra: true), labels: [])
    }
    let id = ID(entries.count)
    entries.append(Entry(key: key, labels: labels()))
    ids[key] = id
    return id
  }
}
