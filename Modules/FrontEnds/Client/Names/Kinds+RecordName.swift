public import Models
public import OrderedJSON

extension Kinds {
  /// Returns the name of the canonical record `json` without decoding the other fields; `nil` if the record has none.
  public func name(of json: JSON, _ kind: KindName) -> String? {
    // Nearly every kind stores its name under one of the first two keys. Looking up the kind first would build all of its field
    // descriptions, which takes longer than the rest of this function.
    let found = json["name"]?.string ?? json["title"]?.string ?? self[kind]?.fields.first.flatMap { json[$0.key]?.string }
    return found.flatMap { $0.isEmpty ? nil : $0 }
  }
}
