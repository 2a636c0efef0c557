public import OrderedJSON

/// Canonical JSON form of a record, used on the bus, in the cache and by `--json`. An object with these members, in this order:
///
/// - `kind` and `id`, for example `"people"` and `1`.
/// - The fields of the kind under their canonical keys, in the order of ``KindDescription/fields``. Fields missing at the origin are
///   omitted; fields that are null at the origin are `null`. The value depends on the type of the field:
///   - prose (names, crawls) and plain-text facts (labels, dates, timestamps): the origin's text, unchanged, as a string;
///   - other facts: `{"text":"172","value":172,"unit":"cm"}`. `text` is the origin's text and always present. `value` is the parsed
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
  public var canonical: JSON {
    var members: [(String, JSON)] = [("kind", .string(reference.kind.text)), ("id", .number(reference.id))]
    guard let subject else {
      members.append(("name", .string(name)))
      members.append(("extra", .object(extras)))
      return .object(JSON.Object(members))
    }
    subject.appendCanonicalMembers(to: &members)
    if !extras.isEmpty { members.append(("extra", .object(extras))) }
    return .object(JSON.Object(members))
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
    var invalidKey: String?
    let record = try kind.record(id: reference.id, extras: extras) { key in
      guard let value = OriginValue(canonical: members[key]) else {
        invalidKey = key
        return .missing
      }
      return value
    }
    if let invalidKey { throw ModelError(.form, "the member '\(invalidKey)' of \(reference) is not in canonical form") }
    self = record
  }
}

extension Kind {
  fileprivate func appendCanonicalMembers(to members: inout [(String, JSON)]) {
    let fields = Self.fields
    // By index, because iterating would copy each field.
    for index in fields.indices {
      if let json = fields[index].canonical(self) { members.append((fields[index].description.key, json)) }
    }
  }
}
