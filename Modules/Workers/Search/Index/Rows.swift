/// Rows of different lengths in one array: eight bytes a row besides its elements, and no allocation for each row.
struct Rows<Element: BitwiseCopyable & Sendable>: Sendable {
  private(set) var elements: [Element] = []
  /// The ends of the rows in ``elements``.
  private var ends: [Int] = []

  /// Number of rows.
  var count: Int { ends.count }

  /// Memory in bytes.
  var size: Int { elements.count * MemoryLayout<Element>.stride + ends.count * MemoryLayout<Int>.stride }

  /// The range of a row in ``elements``.
  func range(_ row: Int) -> Range<Int> { (row == 0 ? 0 : ends[row - 1])..<ends[row] }

  subscript(row: Int) -> ArraySlice<Element> { elements[range(row)] }

  mutating func reserveCapacity(rows: Int, elements count: Int) {
    ends.reserveCapacity(rows)
    elements.reserveCapacity(count)
  }

  mutating func append(_ row: some Collection<Element>) {
    elements.append(contentsOf: row)
    ends.append(elements.count)
  }

  /// Appends the rows in a range of `other`.
  mutating func append(_ rows: Range<Int>, of other: Rows) {
    guard !rows.isEmpty else { return }
    let start = other.range(rows.lowerBound).lowerBound
    let shift = elements.count - start
    elements.append(contentsOf: other.elements[start..<other.ends[rows.upperBound - 1]])
    ends.append(contentsOf: other.ends[rows].lazy.map { $0 + shift })
  }

  // MARK: Image

  func write(to writer: inout ImageWriter) {
    writer.array(elements)
    writer.array(ends)
  }

  init() {}

  /// - Parameter rows: the expected number of rows.
  init(_ reader: inout ImageReader, rows: Int) throws(ImageReader.Malformed) {
    elements = try reader.array(of: Element.self)
    ends = try reader.array(of: Int.self)
    try reader.check(ends.count == rows && (ends.last ?? 0) == elements.count && (ends.first ?? 0) >= 0)
    try reader.check(zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
