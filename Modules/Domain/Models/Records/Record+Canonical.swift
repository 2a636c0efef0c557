public import OrderedJSON

/// The canonical form of a record: what the bus and the cache carry and what `--json` prints. One object, members in this order:
///
/// - `kind` and `id`, for example `"people"` and `1`.
/// - The fields of the kind under their canonical keys, in the order of ``KindDescription/fields``. A field that the origin did not
///   mention is left out; one that the origin wrote as null is `null`. By the type of the field:
///   - prose (names, crawls) and facts that mean their own text (labels, dates, stamps): a string, exactly as the origin wrote it;
///   - other facts: `{"text":"172","value":172,"unit":"cm"}`. `text` is as the origin wrote it and always there. `value` is what it
///     means: a number, or a list of words for colours and the like. `unit` comes with numbers, `upTo` with ranges (`30-165`),
///     `places` with a gravity that differs by place. `{"text":"n/a","absent":"not applicable"}` has no value and says why. A text
///     alone is one whose meaning is not known;
///   - a relation to one record: `{"kind":"planets","id":1}`; to several: a list of these, in the origin's order.
/// - `extra`: members of the origin that no field stands for, raw and in their order. Left out when there are none.
///
/// A record of a kind that the program does not know has `kind`, `id`, `name` and `extra`.
///
/// Reading takes `text` alone for the truth and finds every meaning again, so writing what was read gives the same bytes.
extension Record {
  public var canonical: JSON {
    var members: [(String, JSON)] = [("kind", .string(reference.kind.text)), ("id", .number(reference.id))]
    if subject == nil {
      members.append(("name", .string(name)))
      members.append(("extra", .object(extras)))
      return .object(JSON.Object(members))
    }
    for (field, value) in values {
      if let json = value.canonical { members.append((field.key, json)) }
    }
    if !extras.isEmpty { members.append(("extra", .object(extras))) }
    return .object(JSON.Object(members))
  }

  /// Reads what ``canonical`` writes. Members unknown to the form are passed over. Throws ``ModelError/Code/form`` and names the
  /// member that is missing or wrong.
  public init(canonical json: JSON, kinds: Kinds) throws(ModelError) {
    guard let members = json.object, let reference = Reference(canonical: json) else {
      throw ModelError(.form, "a record needs the members 'kind' and 'id', such as {\"kind\":\"people\",\"id\":1}")
    }
    let extras = members["extra"]?.object ?? [:]
    guard let kind = kinds[reference.kind] else {
      guard let name = members["name"]?.string else { throw ModelError(.form, "the record \(reference) has no 'name'") }
      self.init(unknown: reference, name: name, extras: extras)
      return
    }
    var wrong: String?
    let record = try kind.record(id: reference.id, extras: extras) { key in
      guard let written = Written(canonical: members[key]) else {
        wrong = key
        return .missing
      }
      return written
    }
    if let wrong { throw ModelError(.form, "the member '\(wrong)' of \(reference) is not of the canonical form") }
    self = record
  }
}
