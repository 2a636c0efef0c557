import Models
import Presentation

/// The scales of the last frames. Building one reads a field of every record of a kind, while records rarely change between key presses.
final class FieldScaleCache {
  /// Maximum number of records of a kind that has scales.
  static let maxRecords = 2_000
  /// Maximum number of scales that are kept.
  private static let maxScales = 64

  private struct Key: Hashable {
    let kind: KindName
    let field: String
  }

  /// What a scale was built from: it is built again when that changes.
  private struct Version: Hashable {
    let records: Int
    /// Number of records of the kind; `nil` while its list is not completely loaded.
    let count: Int?

    init(_ kind: KindName, _ explorer: Explorer) {
      records = explorer.cache.recordRevision
      count = FieldScaleCache.list(of: kind, explorer)?.pages.count
    }
  }

  private var scales: [Key: (version: Version, scale: FieldScale?)] = [:]
  /// How many scales have been built.
  private(set) var builtScales = 0

  init() {}

  /// Returns the scale of a field; `nil` while the list of the kind is not completely loaded, and if there is nothing to compare.
  func scale(of field: String, _ reference: Reference, _ explorer: Explorer) -> FieldScale? {
    let key = Key(kind: reference.kind, field: field)
    let version = Version(reference.kind, explorer)
    if let known = scales[key], known.version == version { return known.scale }
    builtScales += 1
    let scale = Self.scale(of: field, reference.kind, explorer)
    if scales.count >= Self.maxScales { scales = [:] }
    scales[key] = (version, scale)
    return scale
  }

  private var lastSizes: (reference: Reference, version: Version, sizes: SizeComparison?)?

  /// Returns the records next to `record` in length; `nil` while the list of the kind is not completely loaded.
  func sizes(around record: Record, _ explorer: Explorer) -> SizeComparison? {
    let version = Version(record.reference.kind, explorer)
    if let last = lastSizes, last.reference == record.reference, last.version == version { return last.sizes }
    let others = Self.references(of: record.reference.kind, explorer).compactMap { explorer.cache.entry(for: $0)?.record }
    let sizes = SizeComparison(of: record, among: others)
    lastSizes = (record.reference, version, sizes)
    return sizes
  }

  private static func scale(of field: String, _ kind: KindName, _ explorer: Explorer) -> FieldScale? {
    FieldScale(references(of: kind, explorer).compactMap { explorer.cache.entry(for: $0)?.record.display(field)?.magnitude })
  }

  /// Returns the records of a kind if all are loaded and not too many; else none.
  private static func references(of kind: KindName, _ explorer: Explorer) -> [Reference] {
    guard let list = list(of: kind, explorer), (list.pages.count ?? 0) <= maxRecords else { return [] }
    return list.pages.references
  }

  /// Returns the list of a kind; `nil` while it is not completely loaded.
  private static func list(of kind: KindName, _ explorer: Explorer) -> ListModel? {
    guard let tab = explorer.tabs.first(where: { $0.content == .kind(kind) }), case .list(let list) = tab.root, list.pages.isComplete
    else { return nil }
    return list
  }
}
