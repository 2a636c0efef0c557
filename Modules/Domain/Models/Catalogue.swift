import CCatalogue
import OrderedJSON
import Synchronization

/// Built-in catalogue: six films and everything that appears in them. Each kind is parsed on first use, which takes a few milliseconds, and
/// then kept in memory.
///
/// The embedded data of a kind has one record per line, a JSON object with the member `id` and the fields under their canonical keys. Facts
/// are the origin's texts; a link is the ID of a record of the kind that the field points to.
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
  public var kinds: [KindName] { registry.all.map(\.name).filter { catalogue_file_of($0.text) != nil } }

  /// Returns all records of a kind by ascending ID. Throws ``ModelError/Code/unknownKind``.
  public func records(of kind: KindName) throws(ModelError) -> [Record] { try load(kind).records }

  /// Returns one record. Throws ``ModelError/Code/unknownKind`` or ``ModelError/Code/unknownRecord``.
  public func record(_ reference: Reference) throws(ModelError) -> Record {
    let kind = try load(reference.kind)
    guard let index = kind.indexByID[reference.id] else {
      throw ModelError(.unknownRecord, "the catalogue has no \(reference)")
    }
    return kind.records[index]
  }

  private func load(_ name: KindName) throws(ModelError) -> KindRecords {
    if let records = loaded.withLock({ $0[name] }) { return records }
    guard let kind = registry[name], let file = catalogue_file_of(name.text)?.pointee else {
      throw ModelError(.unknownKind, "the catalogue has no \(name)")
    }
    let records = try Self.records(of: kind, reading: UnsafeBufferPointer(start: file.bytes, count: file.length))
    let indexByID = Dictionary(records.enumerated().map { ($1.reference.id, $0) }, uniquingKeysWith: { first, _ in first })
    let result = KindRecords(records: records, indexByID: indexByID)
    loaded.withLock { $0[name] = result }
    return result
  }

  static func records(of kind: Kind, reading bytes: some Collection<UInt8>) throws(ModelError) -> [Record] {
    var records: [Record] = []
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
      records.append(try record(line, number: records.count + 1, of: kind))
    }
    return records
  }

  private static func record(_ line: some Sequence<UInt8>, number: Int, of kind: Kind) throws(ModelError) -> Record {
    let members = (try? JSON(parsing: line))?.object ?? [:]
    let values = kind.fields.compactMap { OriginValue(members[$0.key], target: $0.target) }
    guard let id = members["id"]?.int, id > 0, values.count == kind.fields.count,
      let record = try? kind.record(id: id, extras: [:], values: values)
    else { throw ModelError(.damaged, "line \(number) of the catalogue's \(kind.name) is not a record") }
    return record
  }
}

extension OriginValue {
  fileprivate init?(_ json: JSON?, target: KindName?) {
    switch (json, target) {
    case (nil, _): self = .missing
    case (.null?, _): self = .null
    case (.number(let number)?, let target?):
      guard let id = number.int, id > 0 else { return nil }
      self = .reference(Reference(target, id))
    case (.array(let elements)?, let target?):
      let references = elements.compactMap { $0.int.map { Reference(target, $0) } }
      guard references.count == elements.count else { return nil }
      self = .references(references)
    case (.string(let text)?, nil): self = .text(text)
    case (.number(let number)?, nil):
      guard let integer = number.int else { return nil }
      self = .integer(integer)
    default: return nil
    }
  }
}
