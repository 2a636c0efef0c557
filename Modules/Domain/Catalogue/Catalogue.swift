public import Models
import Synchronization

/// Built-in catalogue: six films and everything that appears in them. Each kind is parsed on first use, which takes a few milliseconds, and
/// then kept in memory.
public final class Catalogue: Sendable {
  private let registry: Kinds
  private let loaded = Mutex<[KindName: KindRecords]>([:])

  /// Records of one kind by ascending ID, and the index of each ID.
  private struct KindRecords: Sendable {
    let records: [Record]
    let indexByID: [Int: Int]
  }

  public init(kinds: Kinds) { registry = kinds }

  public static let standard = Catalogue(kinds: .standard)

  /// Kinds that have records, in registry order.
  public var kinds: [KindName] { registry.all.map(\.name).filter(CatalogueFile.exists) }

  /// Returns all records of a kind by ascending ID. Throws ``CatalogueErrorCode/unknownKind``.
  public func records(of kind: KindName) throws(CatalogueError) -> [Record] { try load(kind).records }

  /// Returns one record. Throws ``CatalogueErrorCode/unknownKind`` or ``CatalogueErrorCode/unknownRecord``.
  public func record(_ reference: Reference) throws(CatalogueError) -> Record {
    let kind = try load(reference.kind)
    guard let index = kind.indexByID[reference.id] else {
      throw CatalogueError(.unknownRecord, "the catalogue has no \(reference)")
    }
    return kind.records[index]
  }

  private func load(_ kind: KindName) throws(CatalogueError) -> KindRecords {
    if let records = loaded.withLock({ $0[kind] }) { return records }
    guard let description = registry[kind] else { throw .unknownKind(kind) }
    let records = try CatalogueFile.records(of: description)
    let indexByID = Dictionary(records.enumerated().map { ($1.reference.id, $0) }, uniquingKeysWith: { first, _ in first })
    let result = KindRecords(records: records, indexByID: indexByID)
    loaded.withLock { $0[kind] = result }
    return result
  }
}
