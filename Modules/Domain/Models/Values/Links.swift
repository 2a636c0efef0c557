public import OrderedJSON

/// Relation to at most one record.
public enum Link<Target: Kind>: FieldValue {
  case to(Reference)
  case null
  case missing

  public init?(_ originValue: OriginValue) {
    switch originValue {
    case .reference(let reference): self = .to(reference)
    case .null: self = .null
    case .missing: self = .missing
    case .text, .integer, .references: return nil
    }
  }

  public var originValue: OriginValue {
    switch self {
    case .to(let reference): .reference(reference)
    case .null: .null
    case .missing: .missing
    }
  }

  public var reference: Reference? { if case .to(let reference) = self { reference } else { nil } }
  public var references: [Reference] { reference.map { [$0] } ?? [] }

  public var canonical: JSON? {
    switch self {
    case .to(let reference): reference.canonical
    case .null: .null
    case .missing: nil
    }
  }

  public var display: DisplayValue? {
    switch self {
    case .to(let reference): .reference(reference)
    case .null: .absent(.unknown)
    case .missing: nil
    }
  }

  public var rank: Rank? { reference.map { .number(Double($0.id)) } }
  public static var shape: Shape { .reference }
  public static var target: KindName? { Target.kind }
  public static var schema: JSON { ["anyOf": [["$ref": "#/$defs/reference"], ["type": "null"]]] }
}

/// Relation to any number of records, in the origin's order.
public enum Links<Target: Kind>: FieldValue {
  case to([Reference])
  case null
  case missing

  public init?(_ originValue: OriginValue) {
    switch originValue {
    case .references(let references): self = .to(references)
    case .null: self = .null
    case .missing: self = .missing
    case .text, .integer, .reference: return nil
    }
  }

  public var originValue: OriginValue {
    switch self {
    case .to(let references): .references(references)
    case .null: .null
    case .missing: .missing
    }
  }

  public var references: [Reference] { if case .to(let references) = self { references } else { [] } }

  public var canonical: JSON? {
    switch self {
    case .to(let references): .array(references.map(\.canonical))
    case .null: .null
    case .missing: nil
    }
  }

  public var display: DisplayValue? {
    switch self {
    case .to(let references): references.isEmpty ? .absent(.none) : .references(references)
    case .null: .absent(.unknown)
    case .missing: nil
    }
  }

  /// Ranks by the number of records, for example by number of films.
  public var rank: Rank? { if case .to(let references) = self { .number(Double(references.count)) } else { nil } }
  public static var shape: Shape { .references }
  public static var target: KindName? { Target.kind }
  public static var schema: JSON { ["type": ["array", "null"], "items": ["$ref": "#/$defs/reference"]] }
}
