public import OrderedJSON

/// A field as its origin wrote it, with links already reduced to references. What a dialect reads and writes, and all that
/// a record keeps: every meaning is read from it again.
public enum Written: Sendable, Hashable {
  /// The origin did not mention the field.
  case missing
  case null
  case text(String)
  case integer(Int)
  case reference(Reference)
  case references([Reference])
}

extension Written {
  /// Reads a member of a canonical record: `nil` is a member that is not there. A fact may stand as its text or as an object with
  /// the member `text`. Returns `nil` for anything that is not of the canonical form.
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
  /// `{"kind":"planets","id":1}`, as references stand in canonical JSON.
  public var canonical: JSON { ["kind": .string(kind.text), "id": .number(id)] }

  /// `nil` for anything else than what ``canonical`` writes.
  public init?(canonical json: JSON) {
    guard let kind = json["kind"]?.string.flatMap({ KindName($0) }), let id = json["id"]?.int, id > 0 else { return nil }
    self.init(kind, id)
  }
}
