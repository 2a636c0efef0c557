import Localization
import Models

/// The widest cell of each column of each list. Formatting the cells takes most of a frame's time, so each version of a record is measured
/// once.
///
/// A list is measured as a whole, whatever part of it is visible, and its columns never become narrower: scrolling, sorting and filtering
/// leave them where they are.
public final class ColumnWidthCache {
  /// Everything that the cells of a record depend on.
  struct Key: Hashable {
    let kind: KindName
    /// The canonical keys of the columns.
    let fields: [String]
    let language: String
    let units: UnitSystem
  }

  private struct Measurement {
    /// The records and the revision of the record cache that ``widths`` are valid for.
    var references: [Reference] = []
    var revision = -1
    /// The version of each record that was measured last, by the request that returned it.
    var measured: [Reference: RequestID] = [:]
    var widths: [Int] = []
  }

  /// Maximum number of lists, sort orders and languages to keep.
  private static let limit = 32

  private var measurements: [Key: Measurement] = [:]
  /// The scales of the bars in details.
  let scales = FieldScaleCache()

  public init() {}

  /// Returns the width of the widest cell of each column. `measure` returns the widths of the cells of one record.
  func widths(_ key: Key, of references: [Reference], _ cache: RecordCache, measure: (Record) -> [Int]) -> [Int] {
    var measurement = measurements[key] ?? Measurement()
    if measurement.revision == cache.revision, measurement.references == references { return measurement.widths }
    // Otherwise the changes would copy the dictionary.
    measurements[key] = nil
    for reference in references {
      guard let entry = cache.entry(for: reference), measurement.measured[reference] != entry.request else { continue }
      measurement.measured[reference] = entry.request
      let widths = measure(entry.record)
      if measurement.widths.isEmpty { measurement.widths = widths }
      for (index, width) in widths.enumerated() where width > measurement.widths[index] { measurement.widths[index] = width }
    }
    measurement.references = references
    measurement.revision = cache.revision
    if measurements.count >= Self.limit { measurements = [:] }
    measurements[key] = measurement
    return measurement.widths
  }
}
