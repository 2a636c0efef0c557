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

  private var scales: [Key: (revision: Int, scale: FieldScale?)] = [:]

  init() {}

  /// Returns the scale of a field; `nil` while the list of the kind is not completely loaded, and if there is nothing to compare.
  func scale(of field: String, _ reference: Reference, _ explorer: Explorer) -> FieldScale? {
    let key = Key(kind: reference.kind, field: field)
    let revision = explorer.cache.revision
    if let known = scales[key], known.revision == revision { return known.scale }
    let scale = Self.scale(of: field, reference.kind, explorer)
    if scales.count >= Self.maxScales { scales = [:] }
    scales[key] = (revision, scale)
    return scale
  }

  private var lastSizes: (reference: Reference, revision: Int, sizes: SizeComparison?)?

  /// Returns the records next to `record` in length; `nil` while the list of the kind is not completely loaded.
  func sizes(around record: Record, _ explorer: Explorer) -> SizeComparison? {
    let revision = explorer.cache.revision
    if let last = lastSizes, last.reference == record.reference, last.revision == revision { return last.sizes }
    let others = Self.references(of: record.reference.kind, explorer).compactMap { explorer.cache.entry(for: $0)?.record }
    let sizes = SizeComparison(of: record, among: others)
    lastSizes = (record.reference, revision, sizes)
    return sizes
  }

  private static func scale(of field: String, _ kind: KindName, _ explorer: Explorer) -> FieldScale? {
    FieldScale(references(of: kind, explorer).compactMap { explorer.cache.entry(for: $0)?.record.display(field)?.magnitude })
  }

  /// Returns the records of a kind if all are loaded and not too many; else none.
  private static func references(of kind: KindName, _ explorer: Explorer) -> [Reference] {
    guard let tab = explorer.tabs.first(where: { $0.content == .kind(kind) }), case .list(let list) = tab.root, list.pages.isComplete,
      (list.pages.count ?? 0) <= maxRecords
    else { return [] }
    return list.pages.references
  }
}
