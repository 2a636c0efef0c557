/// The words of all documents as term IDs, one document after another, so that a search reads them without the documents.
/// The terms of a document are the words of its name, the compounds of its name, and the words of each field.
struct DocumentTerms: Sendable {
  /// How many terms a name has.
  struct NameCounts: Sendable {
    var words = 0
    var compounds = 0
  }

  private struct Extent: Sendable, BitwiseCopyable {
    let start: Int
    let words: UInt32
    let compounds: UInt32
  }

  private(set) var termIDs: [Lexicon.TermID] = []
  private var extents: [Extent] = []

  /// Number of documents.
  var count: Int { extents.count }

  /// Memory in bytes.
  var size: Int { extents.count * MemoryLayout<Extent>.stride + termIDs.count * MemoryLayout<Lexicon.TermID>.stride }

  /// The indices of all terms of the document at a position.
  func all(_ position: Int) -> Range<Int> {
    extents[position].start..<(position + 1 < extents.count ? extents[position + 1].start : termIDs.count)
  }

  /// The indices of the words of the name.
  func words(_ position: Int) -> Range<Int> {
    let extent = extents[position]
    return extent.start..<extent.start + Int(extent.words)
  }

  /// The indices of the words of the name and of its compounds, which follow the words.
  func names(_ position: Int) -> Range<Int> {
    let extent = extents[position]
    return extent.start..<extent.start + Int(extent.words) + Int(extent.compounds)
  }

  subscript(indices: Range<Int>) -> ArraySlice<Lexicon.TermID> { termIDs[indices] }

  mutating func reserveCapacity(documents: Int, terms: Int) {
    extents.reserveCapacity(documents)
    termIDs.reserveCapacity(terms)
  }

  mutating func append(_ terms: [Lexicon.TermID], _ name: NameCounts) {
    extents.append(Extent(start: termIDs.count, words: UInt32(name.words), compounds: UInt32(name.compounds)))
    termIDs += terms
  }

  /// Appends the documents at these positions of `other`.
  mutating func append(_ positions: Range<Int>, of other: DocumentTerms) {
    guard let first = positions.first, let last = positions.last else { return }
    let terms = other.all(first).lowerBound..<other.all(last).upperBound
    let shift = termIDs.count - terms.lowerBound
    for extent in other.extents[positions] {
      extents.append(Extent(start: extent.start + shift, words: extent.words, compounds: extent.compounds))
    }
    termIDs += other.termIDs[terms]
  }

  // MARK: Image

  func write(to writer: inout ImageWriter) {
    writer.array(termIDs)
    writer.array(extents)
  }

  init() {}

  /// - Parameters:
  ///   - rows: the expected number of documents.
  ///   - terms: number of terms of the lexicon.
  init(_ reader: inout ImageReader, rows: Int, terms: Int) throws(ImageReader.Malformed) {
    termIDs = try reader.array(of: Lexicon.TermID.self)
    extents = try reader.array(of: Extent.self)
    try reader.check(extents.count == rows && termIDs.allSatisfy { Int($0) < terms })
    for position in extents.indices {
      let end = position + 1 < extents.count ? extents[position + 1].start : termIDs.count
      let extent = extents[position]
      try reader.check(extent.start >= 0 && extent.start <= end && end <= termIDs.count)
      try reader.check(Int(extent.words) + Int(extent.compounds) <= end - extent.start)
    }
  }
}
