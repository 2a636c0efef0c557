public import Models
import OrderedJSON

/// The favourites of the user: records of any kind, each once, in the order in which they were added.
///
/// Their file is one JSON object, `{"favourites": [{"record": "people/1"}, …]}`. Members that this version does not know, of the object and of
/// its entries, are kept.
public struct Favourites: Sendable, Hashable {
  private var document: JSON.Object
  private var entries: [(reference: Reference, members: JSON.Object)]

  /// The maximum number of favourites.
  public static let maxCount = 1_000

  private static let list = "favourites"
  private static let record = "record"

  public init() {
    document = JSON.Object()
    entries = []
  }

  /// Reads what ``json`` writes; `nil` for anything else. A record that is listed twice counts once.
  init?(_ json: JSON) {
    guard let document = json.object, let list = (document[Self.list] ?? []).array, list.count <= Self.maxCount else { return nil }
    var seen: Set<Reference> = []
    entries = []
    for entry in list {
      guard let members = entry.object, let reference = members[Self.record]?.string.flatMap({ Reference($0) }) else { return nil }
      if seen.insert(reference).inserted { entries.append((reference, members)) }
    }
    self.document = document
  }

  var json: JSON {
    var document = document
    document[Self.list] = .array(entries.map { .object($0.members) })
    return .object(document)
  }

  /// In the order in which they were added.
  public var references: [Reference] { entries.map(\.reference) }

  public func contains(_ reference: Reference) -> Bool { entries.contains { $0.reference == reference } }

  /// Whether another record can be added.
  var hasRoom: Bool { entries.count < Self.maxCount }

  /// Adds a record at the end. Returns `false` if it is a favourite already.
  mutating func add(_ reference: Reference) -> Bool {
    guard !contains(reference) else { return false }
    entries.append((reference, [Self.record: .string(reference.description)]))
    return true
  }

  /// Returns `false` if the record is not a favourite.
  mutating func remove(_ reference: Reference) -> Bool {
    let count = entries.count
    entries.removeAll { $0.reference == reference }
    return entries.count < count
  }

  public static func == (left: Favourites, right: Favourites) -> Bool { left.json == right.json }
  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}
