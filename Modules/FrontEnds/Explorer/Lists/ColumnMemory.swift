import Localization
import Models

/// The column widths that lists were drawn with last. Measuring takes the cells of many rows and most of a frame's time, and from key to key they
/// stay the same. Belongs to one who draws frame after frame.
public final class ColumnMemory {
  /// All that the widths follow from.
  struct Basis: Equatable {
    let rows: [Reference]
    let revision: Int
    let sortKey: String
    let language: String
    let units: UnitSystem
    let columns: Int
  }

  private var remembered: [KindName: (basis: Basis, widths: [Int])] = [:]

  public init() {}

  func widths(of kind: KindName, _ basis: Basis, measure: () -> [Int]) -> [Int] {
    if let last = remembered[kind], last.basis == basis { return last.widths }
    let widths = measure()
    remembered[kind] = (basis, widths)
    return widths
  }
}
