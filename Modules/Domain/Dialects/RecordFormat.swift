import Models
import OrderedJSON

/// The members of a record, which all families of SWAPI servers share: names in snake case, facts as texts or numbers, links as URLs. A
/// dialect adds what is around them.
struct RecordFormat: Sendable {
  let kinds: Kinds
  private let layouts: [KindName: RecordLayout]

  init(kinds: Kinds) {
    self.kinds = kinds
    layouts = Dictionary(uniqueKeysWithValues: kinds.all.map { ($0.name, RecordLayout($0)) })
  }

  /// Returns the layout of a kind, or `nil` if the kind is unknown.
  func layout(_ kind: KindName) -> RecordLayout? { layouts[kind] }

  // MARK: - Reading

  /// Reads a record. Throws if the members are not those of `reference`.
  ///
  /// - Parameter added: extra members from around the record. A member of the record with the same name comes first.
  func record(_ reference: Reference, members: JSON.Object, added: [(String, JSON)] = []) throws(DialectError) -> Record {
    if let linked = Self.link(members["url"]), linked != reference {
      throw DialectError("the origin's answer for \(reference) is a different record: its 'url' names \(linked)", field: "url")
    }
    guard let kind = kinds[reference.kind], let layout = layout(reference.kind) else {
      try check(reference, members, isNamedBy: ["name", "title"])
      return Record(unknown: reference, extras: added.isEmpty ? members : JSON.Object(members.map { ($0.name, $0.value) } + added))
    }
    var values = Array(repeating: OriginValue.missing, count: kind.fields.count)
    // An array, because appending to an object searches for the name each time, and a body may have any number of members.
    var extras: [(String, JSON)] = []
    for member in members {
      if member.name == "url", Self.link(member.value) != nil { continue }
      guard let field = layout.field(member.name) else {
        extras.append((member.name, member.value))
        continue
      }
      switch Self.read(member.value, as: kind.fields[field].shape) {
      case .complete(let value): values[field] = value
      case .partial(let value):
        values[field] = value
        extras.append((member.name, member.value))
      case .wrongType:
        throw DialectError(
          "'\(member.name)' in the origin's \(reference) has the wrong type: \(member.value.text().shortened(to: 60))",
          field: member.name)
      }
    }
    try check(reference, members, isNamedBy: [layout.nameMember])
    do { return try kind.record(id: reference.id, extras: JSON.Object(extras + added), values: values) } catch {
      throw DialectError(error.message, cause: error)
    }
  }

  /// Reads the records of a list in their order. Skips duplicates and items that cannot be read, and returns the number of the latter; throws
  /// the first error if no item can be read.
  func records(
    _ items: [JSON], read: (_ item: JSON, _ index: Int) throws(DialectError) -> Record
  ) throws(DialectError) -> (records: [Record], unreadable: Int) {
    var records: [Record] = []
    var seen: Set<Reference> = []
    var firstError: DialectError?
    var unreadable = 0
    for (index, item) in items.enumerated() {
      do throws(DialectError) {
        let record = try read(item, index)
        if seen.insert(record.reference).inserted { records.append(record) }
      } catch {
        firstError = firstError ?? error
        unreadable += 1
      }
    }
    if let firstError, records.isEmpty { throw firstError }
    return (records, unreadable)
  }

  /// Reads a record of a list that is named by its member `url`.
  ///
  /// - Parameter place: the item in messages: `results[3]`.
  func listed(_ item: JSON, at place: String, _ query: PageQuery) throws(DialectError) -> Record {
    guard let members = item.object else { throw .invalidPage(place, "an object", query) }
    guard let reference = Self.link(members["url"]), reference.kind == query.kind else {
      throw .invalidPage("\(place).url", "the URL of one of the \(query.kind)", query)
    }
    return try record(reference, members: members)
  }

  static func link(_ json: JSON?) -> Reference? { json?.string.flatMap { Reference(link: $0) } }

  /// Checks that the members have a name, or at least the record's own URL. Throws for other objects, such as an error message.
  private func check(_ reference: Reference, _ members: JSON.Object, isNamedBy names: [String]) throws(DialectError) {
    if names.contains(where: { members[$0]?.string.map { !$0.isEmpty } ?? (members[$0]?.int != nil) }) { return }
    let isLinked = Self.link(members["url"]) == reference
    if isLinked, kinds[reference.kind] == nil || names.contains(where: { members[$0] != nil }) { return }
    throw .notARecord(reference, members, missing: names[0])
  }

  private enum MemberValue {
    case complete(OriginValue)
    /// Some links do not name a record; the raw member is kept in addition to the valid links.
    case partial(OriginValue)
    case wrongType
  }

  private static func read(_ json: JSON, as shape: Shape) -> MemberValue {
    switch (json, shape) {
    case (.null, _): return .complete(.null)
    case (.string(let link), .reference): return Reference(link: link).map { .complete(.reference($0)) } ?? .partial(.missing)
    case (.array(let links), .references):
      let references = links.compactMap { link($0) }
      return references.count == links.count ? .complete(.references(references)) : .partial(.references(references))
    case (_, .reference), (_, .references): return .wrongType
    case (.string(let text), _): return .complete(.text(text))
    case (.number(let number), _): return .complete(number.int.map(OriginValue.integer) ?? .text(number.text))
    case (.bool, _), (.array, _), (.object, _): return .wrongType
    }
  }

  // MARK: - Writing

  /// Returns the members of a record without its extra ones. Omits members that are missing at the origin. Empty for an unknown kind, whose
  /// members are all extra.
  func members(of record: Record, link: (Reference) -> String) -> [(String, JSON)] {
    guard let layout = layout(record.reference.kind) else { return [] }
    var members: [(String, JSON)] = []
    for entry in layout.entries {
      switch record.originValue(entry.field.key) {
      case .missing: break
      case .null: members.append((entry.name, .null))
      case .text(let text): members.append((entry.name, .string(text)))
      case .integer(let number): members.append((entry.name, .number(number)))
      case .reference(let reference): members.append((entry.name, .string(link(reference))))
      case .references(let references): members.append((entry.name, .array(references.map { .string(link($0)) })))
      }
    }
    members.append(("url", .string(link(record.reference))))
    return members
  }

  /// Returns a record as one object with all of its members.
  func object(_ record: Record, link: (Reference) -> String) -> JSON {
    let extras = record.extras.map { ($0.name, $0.value) }
    return .object(JSON.Object(members(of: record, link: link) + extras))
  }
}

extension DialectError {
  static func invalidPage(_ field: String, _ expected: String, _ query: PageQuery) -> DialectError {
    DialectError("'\(field)' in page \(query.number) of the origin's \(query.kind) is not \(expected)", field: field)
  }

  /// - Parameter members: an object instead of a record, whose own words are quoted.
  static func notARecord(_ reference: Reference, _ members: JSON.Object, missing name: String) -> DialectError {
    let detail = members.errorDetail.map { "; the origin says: \($0)" } ?? ""
    return DialectError("the origin's answer for \(reference) is not a record: '\(name)' is missing\(detail)", field: name)
  }
}

/// Members of a kind's records as servers write them, in the order of the original server, and the fields they map to.
///
/// Kinds without an entry in `orders` have their canonical keys in snake case, in canonical order.
struct RecordLayout: Sendable {
  struct Entry: Sendable {
    /// Name of the member: `birth_year`.
    let name: String
    let field: Field
  }

  let entries: [Entry]
  /// Member that names a record.
  let nameMember: String
  /// The positions of the fields in ``Kind/fields`` by the names of their members.
  private let positions: [String: Int]

  init(_ kind: Kind) {
    let fields = kind.fields.map { Entry(name: Self.wireName($0.key), field: $0) }
    let order = Self.orders[kind.name.text] ?? []
    let known = order.compactMap { name in fields.first { $0.name == name } }
    entries = known + fields.filter { !order.contains($0.name) }
    nameMember = fields.first?.name ?? "name"
    positions = Dictionary(fields.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the position in ``Kind/fields`` of the field that a member maps to; `nil` for other members.
  func field(_ name: String) -> Int? { positions[name] }

  /// Member order by kind, if it differs from the canonical order. `url` always comes last.
  private static let orders: [String: [String]] = [
    "films": [
      "title", "episode_id", "opening_crawl", "director", "producer", "release_date", "characters", "planets", "starships", "vehicles",
      "species", "created", "edited",
    ],
    "people": [
      "name", "height", "mass", "hair_color", "skin_color", "eye_color", "birth_year", "gender", "homeworld", "films", "species",
      "vehicles", "starships", "created", "edited",
    ],
    "planets": [
      "name", "rotation_period", "orbital_period", "diameter", "climate", "gravity", "terrain", "surface_water", "population", "residents",
      "films", "created", "edited",
    ],
    "species": [
      "name", "classification", "designation", "average_height", "skin_colors", "hair_colors", "eye_colors", "average_lifespan",
      "homeworld", "language", "people", "films", "created", "edited",
    ],
    "vehicles": [
      "name", "model", "manufacturer", "cost_in_credits", "length", "max_atmosphering_speed", "crew", "passengers", "cargo_capacity",
      "consumables", "vehicle_class", "pilots", "films", "created", "edited",
    ],
    "starships": [
      "name", "model", "manufacturer", "cost_in_credits", "length", "max_atmosphering_speed", "crew", "passengers", "cargo_capacity",
      "consumables", "hyperdrive_rating", "MGLT", "starship_class", "pilots", "films", "created", "edited",
    ],
  ]

  /// Canonical keys whose wire name is not their snake case.
  private static let irregular = ["episode": "episode_id", "mglt": "MGLT"]

  private static func wireName(_ key: String) -> String {
    irregular[key] ?? key.map { $0.isUppercase ? "_\($0.lowercased())" : String($0) }.joined()
  }
}
