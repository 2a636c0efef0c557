import Models
import OrderedJSON

/// A record as a few hundred bytes, of which the name and the origin's texts can be read without the rest.
///
/// The bytes are the name, then for each field of the kind a tag with its value as the origin wrote it, then the extra members as JSON.
/// Numbers are of variable length (LEB128). A record of an unknown kind has no fields.
struct PackedRecord {
  private enum Tag: UInt8 {
    case missing, null
    /// The text is the name of the record.
    case name
    case text, integer, reference, references
  }

  let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  static func bytes(of record: Record, kinds: Kinds) -> [UInt8] {
    var writer = ByteWriter()
    writer.text(record.name)
    let kind = kinds[record.reference.kind]
    for (field, value) in zip(kind?.fields ?? [], record.originValues) { write(value, of: record, target: field.target, to: &writer) }
    if kind == nil || !record.extras.isEmpty { writer.bytes += JSON.object(record.extras).bytes() }
    return writer.bytes
  }

  private static func write(_ value: OriginValue, of record: Record, target: KindName?, to writer: inout ByteWriter) {
    func tag(_ tag: Tag) { writer.bytes.append(tag.rawValue) }
    switch value {
    case .missing: tag(.missing)
    case .null: tag(.null)
    case .text(let text) where text.utf8.elementsEqual(record.name.utf8): tag(.name)
    case .text(let text):
      tag(.text)
      writer.text(text)
    case .integer(let number):
      tag(.integer)
      writer.number(UInt64(bitPattern: Int64(number)))
    case .reference(let reference):
      tag(.reference)
      writer.reference(reference, target)
    case .references(let references):
      tag(.references)
      writer.number(UInt64(references.count))
      for reference in references { writer.reference(reference, target) }
    }
  }

  var name: String {
    var reader = ByteReader(bytes)
    return reader.text() ?? ""
  }

  /// Whether the first field of the kind has the name as its value.
  var hasNameAsFirstField: Bool {
    var reader = ByteReader(bytes)
    return reader.skipText() && reader.byte() == Tag.name.rawValue
  }

  /// Returns the record; `nil` only if the bytes are not those of a record of this kind.
  func record(_ reference: Reference, kinds: Kinds) -> Record? {
    var reader = ByteReader(bytes)
    guard let name = reader.text() else { return nil }
    guard let kind = kinds[reference.kind] else {
      return (try? JSON(parsing: Array(reader.rest)))?.object.flatMap { extras in
        let members: JSON.Object = [
          "kind": .string(reference.kind.text), "id": .number(reference.id), "name": .string(name), "extra": .object(extras),
        ]
        return try? Record(canonical: .object(members), kinds: kinds)
      }
    }
    var values: [OriginValue] = []
    for field in kind.fields {
      guard let value = Self.value(&reader, name, target: field.target) else { return nil }
      values.append(value)
    }
    let extras = reader.rest.isEmpty ? nil : (try? JSON(parsing: Array(reader.rest)))?.object
    // The fields are asked for in their order.
    var next = values.makeIterator()
    return try? kind.record(id: reference.id, extras: extras ?? [:]) { _ in next.next() ?? .missing }
  }

  /// Returns the origin's value of the field at an index among those of the kind.
  ///
  /// - Parameter target: the kind that references in the field point to.
  func originValue(_ index: Int, target: KindName?) -> OriginValue? {
    var reader = ByteReader(bytes)
    guard let name = reader.text() else { return nil }
    for _ in 0..<index where !Self.skipValue(&reader) { return nil }
    return Self.value(&reader, name, target: target)
  }

  private static func value(_ reader: inout ByteReader, _ name: String, target: KindName?) -> OriginValue? {
    switch reader.byte().flatMap(Tag.init(rawValue:)) {
    case nil: return nil
    case .missing: return .missing
    case .null: return .null
    case .name: return .text(name)
    case .text: return reader.text().map { .text($0) }
    case .integer: return reader.number().map { .integer(Int(Int64(bitPattern: $0))) }
    case .reference: return reader.reference(target).map { .reference($0) }
    case .references:
      guard let count = reader.number() else { return nil }
      var references: [Reference] = []
      for _ in 0..<count {
        guard let reference = reader.reference(target) else { return nil }
        references.append(reference)
      }
      return .references(references)
    }
  }

  /// Moves past a value. Returns whether there is one.
  private static func skipValue(_ reader: inout ByteReader) -> Bool {
    switch reader.byte().flatMap(Tag.init(rawValue:)) {
    case nil: return false
    case .missing, .null, .name: return true
    case .text: return reader.skipText()
    case .integer: return reader.number() != nil
    case .reference: return reader.skipReference()
    case .references:
      guard let count = reader.number() else { return false }
      for _ in 0..<count where !reader.skipReference() { return false }
      return true
    }
  }
}
