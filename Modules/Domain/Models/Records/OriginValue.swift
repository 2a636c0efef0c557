public import OrderedJSON

/// Value of a field as the origin wrote it, with links resolved to references. Dialects read and write origin values. Records store only
/// origin values and derive parsed values from them.
public enum OriginValue: Sendable, Hashable {
  /// The origin omitted the field.
  case missing
  case null
  case text(String)
  case integer(Int)
  case reference(Reference)
  case references([Reference])
}

extension OriginValue {
  /// Reads a member of a canonical record; `json` is `nil` if the member is absent. A fact is either a string or an object with the member
  /// `text`. Returns `nil` if the member is not in canonical form.
  init?(canonical json: JSON?) {
    switch json {
    case nil: self = .missing
    case .null?: self = .null
    case .string(let text)?: self = .text(text)
    case .number(let number)?:
      guard let integer = number.int else { return nil }
      self = .integer(integer)
    case .array(let elements)?:
      var references: [Reference] = []
      for element in elements {
        guard let reference = Reference(canonical: element) else { return nil }
        references.append(reference)
      }
      self = .references(references)
    case .object(let members)?:
      if let text = members["text"]?.string {
        self = .text(text)
      } else if let reference = Reference(canonical: .object(members)) {
        self = .reference(reference)
      } else {
        return nil
      }
    case .bool?: return nil
    }
  }
}

extension Reference {
  /// Canonical JSON of the reference: `{"kind":"planets","id":1}`.
  public var canonical: JSON { ["kind": .string(kind.text), "id": .number(id)] }

  /// Reads a reference in canonical form; returns `nil` if `json` is not one.
  public init?(canonical json: JSON) {
    guard let kind = json["kind"]?.string.flatMap({ KindName($0) }), let id = json["id"]?.int, id > 0 else { return nil }
    self.init(kind, id)
  }
}
