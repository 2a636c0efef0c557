import Localization
import Models

/// The column widths of the last frame. Measuring formats many rows and takes most of a frame's time, while the widths rarely change
/// between key presses.
public final class ColumnWidthCache {
  /// Everything that the widths depend on.
  struct Key: Equatable {
    let rows: [Reference]
    let revision: Int
    let sortKey: String
    let language: String
    let units: UnitSystem
    let columns: Int
  }

  private var cached: [KindName: (key: Key, widths: [Int])] = [:]

  public init() {}

  func widths(of kind: KindName, _ key: Key, measure: () -> [Int]) -> [Int] {
    if let last = cached[kind], last.key == key { return last.widths }
    let widths = measure()
    cached[kind] = (key, widths)
    return widths
  }
}
