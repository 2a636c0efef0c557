public import Models
import Synchronization

/// The facts that come with the program: six films and all that appears in them. Each kind is read when it is first asked for, which
/// takes a few milliseconds, and kept.
public final class Catalogue: Sendable {
  private let all: Kinds
  private let read = Mutex<[KindName: Shelf]>([:])

  /// The records of a kind, in the order of their numbers.
  private struct Shelf: Sendable {
    let records: [Record]
    let places: [Int: Int]
  }

  public init(kinds: Kinds) { all = kinds }

  public static let standard = Catalogue(kinds: .standard)

  /// The kinds that have records, in the order of the registry.
  public var kinds: [KindName] { all.all.map(\.name).filter(CatalogueFile.exists) }

  /// All records of a kind by ascending number. Throws ``CatalogueError/Code/unknownKind``.
  public func records(of kind: KindName) throws(CatalogueError) -> [Record] { try shelf(kind).records }

  /// Throws ``CatalogueError/Code/unknownKind`` or ``CatalogueError/Code/unknownRecord``.
  public func record(_ reference: Reference) throws(CatalogueError) -> Record {
    let shelf = try shelf(reference.kind)
    guard let place = shelf.places[reference.id] else {
      throw CatalogueError(.unknownRecord, "the catalogue has no \(reference)")
    }
    return shelf.records[place]
  }

  private func shelf(_ kind: KindName) throws(CatalogueError) -> Shelf {
    if let shelf = read.withLock({ $0[kind] }) { return shelf }
    guard let description = all[kind] else { throw .unknownKind(kind) }
    let records = try CatalogueFile.records(of: description)
    let places = Dictionary(records.enumerated().map { ($1.reference.id, $0) }, uniquingKeysWith: { first, _ in first })
    let shelf = Shelf(records: records, places: places)
    read.withLock { $0[kind] = shelf }
    return shelf
  }
}
