import Models
import OrderedJSON

/// The envelope of a record: `{"properties":{…},"_id":"…","description":"…","uid":"1","__v":0}`.
///
/// The members of the envelope become extra members of the record, except those with the value that ``envelope(of:base:)`` writes anyway. The
/// times `created` and `edited` are left out if they state when the server was started.
extension SWAPITechDialect {
  /// Members of an envelope beside the properties and the ID, in the order of the server.
  private static let names = ["_id", "description", "__v"]

  func record(_ reference: Reference, envelope: JSON.Object) throws(DialectError) -> Record {
    guard let properties = envelope["properties"]?.object else { throw .notARecord(reference, envelope, missing: "properties") }
    if let id = Self.id(envelope), id != reference.id {
      throw DialectError(.form, "the origin's answer for \(reference) is a different record: its 'uid' is \(id)", field: "uid")
    }
    let added = Self.names.compactMap { name in
      envelope[name].flatMap { $0 == Self.usual(name, reference) || properties[name] != nil ? nil : (name, $0) }
    }
    return try format.record(reference, members: Self.withoutStartTime(properties), added: added)
  }

  /// Reads a record of a list.
  ///
  /// - Parameter place: the item in messages: `results[3]`.
  func listed(_ item: JSON, at place: String, _ query: PageQuery) throws(DialectError) -> Record {
    guard let envelope = item.object else { throw .invalidPage(place, "an object", query) }
    guard let properties = envelope["properties"]?.object else {
      throw DialectError(
        .form, "'\(place)' in the origin's \(query.kind) has no 'properties': the server does not expand its lists",
        field: "\(place).properties")
    }
    let linked = RecordFormat.link(properties["url"])
    guard let reference = Self.id(envelope).map({ Reference(query.kind, $0) }) ?? linked, reference.kind == query.kind else {
      throw .invalidPage("\(place).uid", "the ID of one of the \(query.kind)", query)
    }
    return try record(reference, envelope: envelope)
  }

  func envelope(of record: Record, base: String) -> JSON {
    let link = { (reference: Reference) in url(of: .record(reference), base: base) }
    let extras = record.extras.filter { !Self.names.contains($0.name) }.map { ($0.name, $0.value) }
    let added = Self.names.map { ($0, record.extras[$0] ?? Self.usual($0, record.reference)) }
    let properties = JSON.object(JSON.Object(format.members(of: record, link: link) + extras))
    return .object(
      JSON.Object([("properties", properties)] + added.prefix(2) + [("uid", .string(String(record.reference.id)))] + added.dropFirst(2)))
  }

  /// Returns the ID of an envelope. The server writes it as text.
  private static func id(_ envelope: JSON.Object) -> Int? {
    let id = envelope["uid"].flatMap { uid in uid.int ?? uid.string.flatMap { Int($0) } }
    return id.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns the value of a member for a record that does not have it: a key that depends on the reference only, in the form of the
  /// server's database, and the description that all records of a kind have.
  private static func usual(_ name: String, _ reference: Reference) -> JSON {
    switch name {
    case "_id": .string(String(EntityTag.strong("\(reference)".utf8).dropFirst().prefix(24)))
    case "description":
      switch reference.kind.text {
      case "films": "A Star Wars Film"
      case "people": "A person within the Star Wars universe"
      case "planets": "A planet."
      case "species": "A species within the Star Wars universe"
      case "starships": "A Starship"
      case "vehicles": "A vehicle"
      default: "A Star Wars resource"
      }
    default: 0
    }
  }

  /// Removes `created` and `edited` if they are one time in milliseconds: for records without stored times, the server states when it was
  /// started. As part of a record, these times would make every restart a change of all records.
  private static func withoutStartTime(_ properties: JSON.Object) -> JSON.Object {
    guard let created = properties["created"]?.string, created == properties["edited"]?.string,
      created.utf8.count == "2025-09-15T09:37:19.660Z".utf8.count, Timestamp(parsing: created) != nil
    else { return properties }
    return JSON.Object(properties.filter { $0.name != "created" && $0.name != "edited" }.map { ($0.name, $0.value) })
  }
}
