import Models

/// The references between records, resolved to positions, in both directions. Takes time linear in the number of references to build.
struct ReferenceLinks: Sendable {
  /// The position of the record that each reference of ``DocumentColumns/references`` names; -1 if it is not indexed.
  private(set) var targets: [Int32] = []
  /// By position.
  private(set) var inboundReferences: [InboundReferences] = []
  /// The positions of the referring records, one range for each record, and the ends of the ranges.
  private var referrers: [Int32] = []
  private var referrerEnds: [Int] = []

  /// Memory in bytes.
  var size: Int { 4 * (targets.count + referrers.count) + 16 * inboundReferences.count }

  init() {}

  /// - Parameters:
  ///   - position: returns the position of a record.
  ///   - films: the kind of references to films, if there are any, and the positions of the films.
  init(_ references: Rows<PackedReference>, films: (kind: UInt32?, positions: Range<Int>), position: (PackedReference) -> Int?) {
    let count = references.count
    targets = references.elements.map { position($0).flatMap { Int32(exactly: $0) } ?? -1 }
    // The last record that was seen to refer to each record.
    var last = [Int32](repeating: -1, count: count)
    referrerEnds = Array(repeating: 0, count: count)
    for row in 0..<count {
      for index in references.range(row) where targets[index] >= 0 && last[Int(targets[index])] != Int32(row) {
        last[Int(targets[index])] = Int32(row)
        referrerEnds[Int(targets[index])] += 1
      }
    }
    var total = 0
    for row in 0..<count {
      total += referrerEnds[row]
      // The start, which becomes the end while the range is filled.
      referrerEnds[row] = total - referrerEnds[row]
    }
    referrers = Array(repeating: 0, count: total)
    last = Array(repeating: -1, count: count)
    inboundReferences = Array(repeating: InboundReferences(), count: count)
    for row in 0..<count {
      var unknown: [PackedReference] = []
      for index in references.range(row) {
        guard targets[index] >= 0 else {
          unknown.append(references.elements[index])
          continue
        }
        let target = Int(targets[index])
        guard last[target] != Int32(row) else { continue }
        last[target] = Int32(row)
        referrers[referrerEnds[target]] = Int32(row)
        referrerEnds[target] += 1
        inboundReferences[row].count(isFilm: films.positions.contains(target))
      }
      for reference in Set(unknown) { inboundReferences[row].count(isFilm: reference.kind == films.kind) }
    }
    for row in 0..<count {
      // Records that this one refers to are counted already.
      for index in references.range(row) where targets[index] >= 0 { last[Int(targets[index])] = Int32(row) }
      for referrer in self.referrers(of: row) where last[referrer] != Int32(row) {
        inboundReferences[row].count(isFilm: films.positions.contains(referrer))
      }
    }
  }

  /// The positions of the records that refer to the record at a position, in ascending order.
  func referrers(of position: Int) -> some RandomAccessCollection<Int> {
    referrers[(position == 0 ? 0 : referrerEnds[position - 1])..<referrerEnds[position]].lazy.map { Int($0) }
  }
}
