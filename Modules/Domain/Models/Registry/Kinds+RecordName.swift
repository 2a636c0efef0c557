public import OrderedJSON

extension Kinds {
  /// Returns the name of the canonical record `json` without decoding the other fields; `nil` if the record has none.
  public func name(of json: JSON, _ kind: KindName) -> String? {
    // Nearly every kind stores its name under one of the first two keys. Looking up the kind first would build all of its field
    // descriptions, which takes longer than the rest of this function.
    let found = json["name"]?.string ?? json["title"]?.string ?? self[kind]?.fields.first.flatMap { json[$0.key]?.string }
    return found.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the canonical record `json` with its kind, its ID and the fields that references to it show: the name, and the default sort field
  /// if that is another one, such as the episode of a film. The result is a canonical record, too; every other field is missing.
  public func label(of json: JSON) -> JSON {
    let kind = json["kind"]?.string.flatMap { KindName($0) }.flatMap { self[$0] }
    var members: JSON.Object = [:]
    for key in ["kind", "id"] + (kind?.labelKeys ?? ["name"]) { members[key] = json[key] }
    return .object(members)
  }
}

extension KindDescription {
  /// Keys of the fields that a front-end shows where another record refers to this one: the name, and the default sort key if that is
  /// another field, such as the episode of a film.
  var labelKeys: [String] {
    guard let name = fields.first?.key, let order = sortKeys.first else { return [] }
    return name == order ? [name] : [name, order]
  }
}
