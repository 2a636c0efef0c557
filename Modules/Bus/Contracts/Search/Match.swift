public import Models
public import OrderedJSON

/// A record that fits a search or a suggestion:
/// `{"kind":"people","id":1,"name":"Luke Skywalker","marks":[[0,4]]}`, and where something else than the name fits
/// `"field":"homeworld","excerpt":"Tatooine"`, in which case `marks` belong to the excerpt.
public struct Match: Sendable, Hashable {
  public var reference: Reference
  public var name: String
  /// The canonical key of the field that fits; `nil` when it is the name.
  public var field: String?
  /// The part of that field that fits.
  public var excerpt: String?
  /// What fits in the excerpt, else in the name: ranges of characters (`Character`), ascending, not empty, within the text.
  public var marks: [Range<Int>]

  public init(_ reference: Reference, _ name: String, field: String? = nil, excerpt: String? = nil, marks: [Range<Int>] = []) {
    self.reference = reference
    self.name = name
    self.field = field
    self.excerpt = excerpt
    self.marks = marks
  }

  public var json: JSON {
    var members: JSON.Object = ["kind": .string(reference.kind.text), "id": .number(reference.id), "name": .string(name)]
    if let field { members["field"] = .string(field) }
    if let excerpt { members["excerpt"] = .string(excerpt) }
    members["marks"] = .array(marks.map { [.number($0.lowerBound), .number($0.upperBound)] })
    return .object(members)
  }

  /// `nil` for anything else than what ``json`` writes; marks beyond the text are dropped.
  public init?(_ json: JSON) {
    guard let reference = Reference(canonical: json), let name = json["name"]?.string else { return nil }
    let excerpt = json["excerpt"]?.string
    let length = (excerpt ?? name).count
    let marks = (json["marks"]?.array ?? []).compactMap { pair -> Range<Int>? in
      guard let ends = pair.array, ends.count == 2, let start = ends[0].int, let end = ends[1].int, 0 <= start, start < end, end <= length
      else { return nil }
      return start..<end
    }
    self.init(reference, name, field: json["field"]?.string, excerpt: excerpt, marks: marks)
  }
}

/// How much of the catalogue a search worker knows:
/// `{"records":240,"of":260,"complete":false,"asked-origin":true,"origin":"embedded","warning":"…"}`.
public struct Coverage: Sendable, Hashable {
  public var records: Int
  /// As far as the lists that are known tell; `nil` while no list of some kind is.
  public var of: Int?
  /// Everything that the origin has is indexed.
  public var isComplete: Bool
  /// The origin's own search was asked for this answer, and what it found is in it.
  public var askedOrigin: Bool
  /// The identity of the origin whose records these are; `nil` while no worker has named it.
  public var origin: String?
  /// Why the worker may know less than it did or will: its index cannot be stored, or lost records. A sentence for people; `nil` when all is well.
  public var warning: String?

  public init(
    records: Int, of: Int?, isComplete: Bool, askedOrigin: Bool = false, origin: String? = nil, warning: String? = nil
  ) {
    self.records = records
    self.of = of
    self.isComplete = isComplete
    self.askedOrigin = askedOrigin
    self.origin = origin
    self.warning = warning
  }

  public var json: JSON {
    var members: JSON.Object = ["records": .number(records)]
    if let of { members["of"] = .number(of) }
    members["complete"] = .bool(isComplete)
    members["asked-origin"] = .bool(askedOrigin)
    if let origin { members["origin"] = .string(origin) }
    if let warning { members["warning"] = .string(warning) }
    return .object(members)
  }

  public init?(_ json: JSON) {
    guard let records = json["records"]?.int, let isComplete = json["complete"]?.bool else { return nil }
    self.init(
      records: records, of: json["of"]?.int, isComplete: isComplete, askedOrigin: json["asked-origin"]?.bool ?? false,
      origin: json["origin"]?.string, warning: json["warning"]?.string)
  }
}
