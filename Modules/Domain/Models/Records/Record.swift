public import OrderedJSON

/// Record of any kind. A record of an unknown kind has a name and the raw members that its origin sent.
public struct Record: Sendable, Hashable, CustomStringConvertible {
  public let reference: Reference
  /// Display name; the reference, if the origin gives no name.
  public let name: String
  /// Raw members of the origin's record that map to no field, in their order. For an unknown kind, all members.
  public let extras: JSON.Object
  /// Fields of the kind; none for an unknown kind.
  private let fields: [Field]
  /// The origin's value of each field.
  private let values: [OriginValue]

  /// Creates a record of a known kind, whose first field is its name.
  init(_ reference: Reference, extras: JSON.Object, fields: [Field], values: [OriginValue]) {
    self.reference = reference
    self.extras = extras
    self.fields = fields
    self.values = values
    if case .text(let text)? = values.first, !Self.isBlank(text) { name = text } else { name = reference.description }
  }

  /// Creates a record of an unknown kind, named by its member `name` or `title`, or else by its reference.
  public init(unknown reference: Reference, extras: JSON.Object) {
    let name = [extras["name"], extras["title"]].lazy.compactMap { $0?.string }.first { !Self.isBlank($0) }
    self.init(unknown: reference, name: name ?? reference.description, extras: extras)
  }

  private init(unknown reference: Reference, name: String, extras: JSON.Object) {
    self.reference = reference
    self.name = name
    self.extras = extras
    fields = []
    values = []
  }

  /// Whether a name has only white space and characters that are not drawn. It would be an empty row in a list.
  private static func isBlank(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy { scalar in
      // Most names begin with an ASCII letter, for which the properties need not be looked up.
      guard scalar.value <= 0x20 || scalar.value >= 0x7F else { return false }
      return scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Returns the origin's value of the field with canonical key `key`; ``OriginValue/missing`` if the kind has no such field.
  public func originValue(_ key: String) -> OriginValue { index(key).map { values[$0] } ?? .missing }

  /// Returns the display value of the field with canonical key `key`, or `nil` if the field is missing.
  public func display(_ key: String) -> DisplayValue? {
    if let index = index(key) { return fields[index].type.display(values[index]) }
    return unknownField(key).flatMap(FieldType.label.display)
  }

  /// Returns the sort rank of the field with canonical key `key`, or `nil` if the field has no value.
  public func rank(_ key: String) -> Rank? {
    if let index = index(key) { return fields[index].type.rank(values[index]) }
    return unknownField(key).flatMap(FieldType.label.rank)
  }

  /// The name or a raw member of a record of an unknown kind, as text.
  private func unknownField(_ key: String) -> OriginValue? {
    guard fields.isEmpty else { return nil }
    return key == "name" ? .text(name) : extras[key].map { .text($0.string ?? $0.text()) }
  }

  /// Returns whether the kind has a field with canonical key `key`; false for an unknown kind.
  public func hasField(_ key: String) -> Bool { index(key) != nil }

  private func index(_ key: String) -> Int? {
    // By index, because iterating would copy each field; lists read hundreds of values per frame.
    fields.indices.first { fields[$0].key == key }
  }

  /// Records that this record refers to, in display order and without duplicates.
  public var references: [Reference] {
    var seen: Set<Reference> = []
    return values.flatMap { value -> [Reference] in
      switch value {
      case .reference(let reference): [reference]
      case .references(let references): references
      case .missing, .null, .text, .integer: []
      }
    }.filter { seen.insert($0).inserted }
  }

  /// Canonical JSON.
  public var description: String { String(decoding: canonicalBytes, as: UTF8.self) }

  public static func == (left: Record, right: Record) -> Bool {
    left.reference == right.reference && left.name == right.name && left.extras == right.extras && left.values == right.values
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(reference)
    hasher.combine(name)
  }
}

/// Canonical JSON form of a record, used on the bus, in the cache and by `--json`. An object with these members, in this order:
///
/// - `kind` and `id`, for example `"people"` and `1`.
/// - The fields of the kind under their canonical keys, in the order of ``Kind/fields``. Fields missing at the origin are
///   omitted; fields that are null at the origin are `null`. The value depends on the type of the field:
///   - prose (names, crawls), labels, dates and timestamps: the origin's text, unchanged, as a string;
///   - other texts: `{"text":"172","value":172,"unit":"cm"}`. `text` is the origin's text and always present. `value` is the parsed
///     value: a number, or a list of words for colours and the like. Numbers have a `unit`, ranges (`30-165`) an `upTo`, and a gravity
///     that differs by place has `places`. `{"text":"n/a","absent":"not applicable"}` has no value and states the reason. `text` alone
///     means that the text could not be parsed;
///   - a relation to one record: `{"kind":"planets","id":1}`; to several: an array of these, in the origin's order.
/// - `extra`: members of the origin's record that map to no field, unchanged and in their order. Omitted if empty.
///
/// A record of an unknown kind has `kind`, `id`, `name` and `extra`.
///
/// When a canonical record is read, only `text` is used and everything else is derived from it again, so a round trip gives the same bytes.
extension Record {
  public var canonical: JSON { (try? JSON(parsing: canonicalBytes)) ?? .null }

  /// The compact text of ``canonical``, several times as fast.
  public var canonicalBytes: [UInt8] {
    var writer = JSON.Writer()
    writer.beginObject()
    writer.writeName("kind")
    writer.write(reference.kind.text)
    writer.writeName("id")
    writer.write(reference.id)
    if fields.isEmpty {
      writer.writeName("name")
      writer.write(name)
    }
    for index in fields.indices { fields[index].type.write(values[index], named: fields[index].key, to: &writer) }
    if fields.isEmpty || !extras.isEmpty {
      writer.writeName("extra")
      writer.write(.object(extras))
    }
    writer.endObject()
    return writer.bytes
  }

  /// Reads a record in canonical form, ignoring unknown members. Throws ``ModelError/Code/form``, naming the member that is missing or
  /// invalid.
  public init(canonical json: JSON, kinds: Kinds) throws(ModelError) {
    guard let members = json.object, let reference = Reference(canonical: json) else {
      throw ModelError(.form, "a record needs the members 'kind' and 'id', such as {\"kind\":\"people\",\"id\":1}")
    }
    let extras = members["extra"]?.object ?? [:]
    guard let kind = kinds[reference.kind] else {
      guard let name = members["name"]?.string else { throw ModelError(.form, "the record \(reference) has no 'name' member") }
      self.init(unknown: reference, name: name, extras: extras)
      return
    }
    var values: [OriginValue] = []
    for field in kind.fields {
      guard let value = OriginValue(canonical: members[field.key]) else {
        throw ModelError(.form, "the member '\(field.key)' of \(reference) is not in canonical form")
      }
      values.append(value)
    }
    self = try kind.record(id: reference.id, extras: extras, values: values)
  }
}

extension Record {
  /// Fields grouped by heading, in canonical order, without the name and fields that are missing at the origin. Extra members come last,
  /// under a heading of their own, as raw text.
  public var sections: [Section] {
    var sections: [Section] = []
    for index in fields.indices {
      guard let title = fields[index].section, let display = fields[index].type.display(values[index]) else { continue }
      let row = Section.Row(key: fields[index].key, label: fields[index].label, value: display)
      if let section = sections.firstIndex(where: { $0.title == title }) {
        sections[section].rows.append(row)
      } else {
        sections.append(Section(title: title, rows: [row]))
      }
    }
    if !extras.isEmpty {
      let raw = extras.map { Section.Row(key: $0.name, label: $0.name, value: .text($0.value.string ?? $0.value.text())) }
      sections.append(Section(title: fields.isEmpty ? "Raw fields" : "Further fields", rows: raw))
    }
    return sections
  }

  /// Returns ``sections``, without the fields that have no data unless `showsAbsent` is true.
  package func sections(showingAbsent showsAbsent: Bool) -> [Section] {
    guard !showsAbsent else { return sections }
    return sections.map { Section(title: $0.title, rows: $0.rows.filter { !$0.value.isAbsent }) }.filter { !$0.rows.isEmpty }
  }
}

/// Group of fields under one heading of a detail view.
public struct Section: Sendable, Hashable {
  /// One field with its display value.
  public struct Row: Sendable, Hashable {
    /// Canonical key of the field: `birthYear`.
    public let key: String
    /// `Born`
    public let label: String
    public let value: DisplayValue

    public init(key: String, label: String, value: DisplayValue) {
      self.key = key
      self.label = label
      self.value = value
    }
  }

  public let title: String
  public fileprivate(set) var rows: [Row]

  public init(title: String, rows: [Row]) {
    self.title = title
    self.rows = rows
  }
}

/// Error in reading, finding or sorting records.
public struct ModelError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error, for programs.
  public enum Code: Sendable {
    /// The type of a value does not match its field: a list instead of a text.
    case shape
    /// The document is not the canonical form of a record.
    case form
    /// Records of the kind cannot be sorted by the given key.
    case sortKey
    /// The catalogue has no records of the kind.
    case unknownKind
    /// The catalogue has no record with that ID.
    case unknownRecord
    /// A line of the catalogue cannot be read.
    case damaged
  }

  public let code: Code
  /// One sentence for the user: what went wrong, where, and, if useful, what to do.
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
