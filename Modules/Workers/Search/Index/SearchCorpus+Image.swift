import Models

/// The image of a corpus: its columns as bytes, which are read in a hundredth of the time that its records take.
extension SearchCorpus {
  /// Changes with the form of the image and with the way that records become words.
  private static let imageVersion = 2

  var image: [UInt8] {
    var writer = ImageWriter()
    writer.text(Self.signature(kinds))
    vocabulary.write(to: &writer)
    columns.write(to: &writer)
    writer.number(ranges.count)
    for range in ranges {
      writer.text(range.kind.text)
      writer.number(range.positions.count)
    }
    return writer.bytes
  }

  /// Reads an image. Throws if it is damaged, or of another version of the program.
  init(image: [UInt8], kinds: Kinds) throws(ImageReader.Malformed) {
    self.init([Record](), kinds: kinds)
    var reader = ImageReader(image)
    guard try reader.text() == Self.signature(kinds) else { throw ImageReader.Malformed() }
    let vocabulary = try Vocabulary(&reader) { schema(of: $0.kind).labels(of: $0.key) }
    let columns = try DocumentColumns(&reader, vocabulary)
    var sizes: [KindName: Int] = [:]
    for _ in 0..<max(try reader.number(), 0) {
      guard let kind = KindName(try reader.text()) else { throw ImageReader.Malformed() }
      let size = try reader.number()
      try reader.check(size > 0 && size <= columns.count)
      sizes[kind] = size
    }
    try reader.check(reader.isAtEnd && sizes.values.reduce(0, +) == columns.count)
    replace(vocabulary, columns, sizes)
    for range in ranges {
      let ids = columns.ids[range.positions]
      try reader.check(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  /// The fields of the kinds, in whose order records are packed.
  private static func signature(_ kinds: Kinds) -> String {
    let fields = kinds.all.map { kind in
      "\(kind.name)(\(kind.singular)):"
        + kind.fields.map { "\($0.key)/\($0.shape.rawValue)/\($0.target?.text ?? "")/\($0.label)/\($0.section ?? "")" }.joined(
          separator: ",")
    }
    return "\(imageVersion) \(MemoryLayout<DocumentField>.stride) \(MemoryLayout<Lexicon.Entry>.stride) " + fields.joined(separator: ";")
  }
}
