import Models

/// The words and names that records share.
struct Vocabulary: Sendable {
  var lexicon = Lexicon()
  var fieldKeys = FieldKeys()
  /// The kinds that references name.
  private(set) var kinds: [KindName] = []
  private var kindIDs: [KindName: UInt32] = [:]

  /// Returns a reference, adding its kind if it is new.
  mutating func packed(_ reference: Reference) -> PackedReference {
    if let id = kindIDs[reference.kind] { return PackedReference(kind: id, id: reference.id) }
    let id = UInt32(kinds.count)
    kinds.append(reference.kind)
    kindIDs[reference.kind] = id
    return PackedReference(kind: id, id: reference.id)
  }

  /// Returns a reference; `nil` if no record has named its kind.
  func known(_ reference: Reference) -> PackedReference? { kindIDs[reference.kind].map { PackedReference(kind: $0, id: reference.id) } }

  // MARK: Image

  func write(to writer: inout ImageWriter) {
    lexicon.write(to: &writer)
    writer.number(fieldKeys.entries.count)
    for entry in fieldKeys.entries {
      writer.text(entry.key.kind.text)
      writer.text(entry.key.key)
      writer.number(entry.key.isExtra ? 1 : 0)
    }
    writer.number(kinds.count)
    for kind in kinds { writer.text(kind.text) }
  }

  init() {}

  /// - Parameter labels: returns the words that can name a field.
  init(_ reader: inout ImageReader, labels: (FieldKeys.Key) -> Set<String>) throws(ImageReader.Malformed) {
    lexicon = try Lexicon(&reader)
    for _ in 0..<max(try reader.number(), 0) {
      guard let kind = KindName(try reader.text()) else { throw ImageReader.Malformed() }
      let key = FieldKeys.Key(kind: kind, key: try reader.text(), isExtra: try reader.number() == 1)
      _ = fieldKeys.id(of: key, labels: labels(key))
    }
    for _ in 0..<max(try reader.number(), 0) {
      guard let kind = KindName(try reader.text()) else { throw ImageReader.Malformed() }
      _ = packed(Reference(kind, 1))
    }
  }
}
