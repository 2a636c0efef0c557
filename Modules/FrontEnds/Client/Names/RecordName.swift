public import Models
public import OrderedJSON

extension Kinds {
  /// What the canonical record `json` is called, read without decoding the rest of it; `nil` when it does not say.
  public func name(of json: JSON, _ kind: KindName) -> String? {
    // Nearly every kind keeps its name under one of the first two. Asking the registry first would make the fields of the kind, which takes
    // longer than everything else here.
    let found = json["name"]?.string ?? json["title"]?.string ?? self[kind]?.fields.first.flatMap { json[$0.key]?.string }
    return found.flatMap { $0.isEmpty ? nil : $0 }
  }
}
