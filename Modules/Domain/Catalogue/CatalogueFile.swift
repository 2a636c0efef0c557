import CCatalogue
import Models
import OrderedJSON

/// Embedded data of one kind: one record per line, a JSON object with the member `id` and the fields under their canonical keys. Facts are
/// the origin's texts; a link is the ID of a record of the kind that the field points to.
enum CatalogueFile {
  static func exists(for kind: KindName) -> Bool { catalogue_file_of(kind.text) != nil }

  static func records(of kind: KindDescription) throws(CatalogueError) -> [Record] {
    guard let file = catalogue_file_of(kind.name.text)?.pointee else { throw .unknownKind(kind.name) }
    return try records(of: kind, reading: UnsafeBufferPointer(start: file.bytes, count: file.length))
  }

  static func records(of kind: KindDescription, reading bytes: some Collection<UInt8>) throws(CatalogueError) -> [Record] {
    let fields = kind.fields
    var records: [Record] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true).enumerated() {
      records.append(try record(line, number: index + 1, of: kind, fields))
    }
    return records
  }

  private static func record(
    _ line: some Sequence<UInt8>, number: Int, of kind: KindDescription, _ fields: [FieldDescription]
  ) throws(CatalogueError) -> Record {
    let damaged = { (reason: String, cause: (any Error)?) in
      CatalogueError(.damaged, "line \(number) of the catalogue's \(kind.name) \(reason)", cause: cause)
    }
    let json: JSON
    do { json = try JSON(parsing: line) } catch { throw damaged("is not JSON", error) }
    guard let members = json.object else { throw damaged("is not an object", nil) }
    guard let id = members["id"]?.int, id > 0 else { throw damaged("has no ID", nil) }
    var values: [String: OriginValue] = [:]
    for field in fields {
      guard let value = OriginValue(members[field.key], target: field.target) else {
        throw damaged("has an invalid value for '\(field.key)'", nil)
      }
      values[field.key] = value
    }
    do { return try kind.record(id: id) { values[$0] ?? .missing } } catch { throw damaged("is not a record", error) }
  }
}

extension OriginValue {
  fileprivate init?(_ json: JSON?, target: KindName?) {
    switch (json, target) {
    case (nil, _): self = .missing
    case (.null?, _): self = .null
    case (.number(let number)?, let target?):
      guard let id = number.int, id > 0 else { return nil }
      self = .reference(Reference(target, id))
    case (.array(let elements)?, let target?):
      let references = elements.compactMap { $0.int.map { Reference(target, $0) } }
      guard references.count == elements.count else { return nil }
      self = .references(references)
    case (.string(let text)?, nil): self = .text(text)
    case (.number(let number)?, nil):
      guard let integer = number.int else { return nil }
      self = .integer(integer)
    default: return nil
    }
  }
}
