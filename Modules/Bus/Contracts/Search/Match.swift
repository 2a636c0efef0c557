public import Models
public import OrderedJSON

/// A record that matches a search or a suggestion:
/// `{"kind":"people","id":1,"name":"Luke Skywalker","marks":[[0,4]]}`. If a field other than the name matches,
/// `"field":"homeworld","excerpt":"Tatooine"` is added and `marks` refer to the excerpt. If that field is a quantity, its measures are added,
/// so that front-ends can write them in other units: `"excerpt":"172 cm"` and `"quantity":[{"value":172,"unit":"cm"}]`.
public struct Match: JSONAnswer {
  public var reference: Reference
  public var name: String
  /// Canonical key of the matching field; `nil` if the name matches.
  public var field: String?
  /// The matching part of that field.
  public var excerpt: String?
  /// Matching ranges of characters (`Character`) in the excerpt, or in the name without one: ascending, not empty, within the text.
  public var marks: [Range<Int>]
  /// The measures of a field that is a quantity, of which the excerpt is the text; empty for other fields.
  public let quantity: [Measure]

  public init(
    _ reference: Reference, _ name: String, field: String? = nil, excerpt: String? = nil, marks: [Range<Int>] = [],
    quantity: [Measure] = []
  ) {
    (self.reference, self.name, self.field, self.excerpt, self.marks) = (reference, name, field, excerpt, marks)
    // The number for programs is left out, because `json` does not contain it.
    self.quantity = quantity.map { Measure($0.amount, upTo: $0.upTo, unit: $0.unit, place: $0.place) }
  }

  public var json: JSON {
    .members([
      "kind": reference.kind.text, "id": reference.id, "name": name, "field": field, "excerpt": excerpt,
      "marks": JSON.array(marks.map { [.number($0.lowerBound), .number($0.upperBound)] }),
      "quantity": quantity.isEmpty ? nil : JSON.array(quantity.map(\.json)),
    ])
  }

  /// Decodes the form that ``json`` writes. Returns `nil` for any other form; drops marks outside the text.
  public init?(_ json: JSON) {
    guard let reference = Reference(canonical: json), let name = json["name"]?.string else { return nil }
    let excerpt = json["excerpt"]?.string
    let length = (excerpt ?? name).count
    let marks = (json["marks"]?.array ?? []).compactMap { pair -> Range<Int>? in
      guard let ends = pair.array, ends.count == 2, let start = ends[0].int, let end = ends[1].int, 0 <= start, start < end, end <= length
      else { return nil }
      return start..<end
    }
    let measures = json["quantity"]?.array ?? []
    let quantity = measures.compactMap { Measure($0) }
    self.init(
      reference, name, field: json["field"]?.string, excerpt: excerpt, marks: marks,
      quantity: quantity.count == measures.count ? quantity : [])
  }
}

/// How much of the catalogue a search worker has indexed:
/// `{"records":240,"of":260,"complete":false,"asked-origin":true,"origin":"embedded"}`, with
/// `"full":true` if the index is full.
public struct Coverage: JSONAnswer {
  /// Number of indexed records.
  public var records: Int
  /// Number of records in the catalogue according to the known lists; `nil` until a list of every kind is known.
  public var of: Int?
  /// Whether every record of the origin is indexed.
  public var isComplete: Bool
  /// Whether this answer includes results of the origin's own search.
  public var askedOrigin: Bool
  /// Identity of the origin of the indexed records; `nil` until a worker has named it.
  public var origin: String?
  /// Whether the index has reached its maximum size, so that further records are not indexed.
  public var isFull: Bool

  public init(records: Int, of: Int?, isComplete: Bool, askedOrigin: Bool = false, origin: String? = nil, isFull: Bool = false) {
    (self.records, self.of, self.isComplete) = (records, of, isComplete)
    (self.askedOrigin, self.origin, self.isFull) = (askedOrigin, origin, isFull)
  }

  public var json: JSON {
    .members([
      "records": records, "of": of, "complete": isComplete, "asked-origin": askedOrigin, "origin": origin, "full": isFull ? true : nil,
    ])
  }

  public init?(_ json: JSON) {
    guard let records = json["records"]?.int, let isComplete = json["complete"]?.bool else { return nil }
    self.init(
      records: records, of: json["of"]?.int, isComplete: isComplete, askedOrigin: json["asked-origin"]?.bool ?? false,
      origin: json["origin"]?.string, isFull: json["full"]?.bool ?? false)
  }
}

extension Measure {
  /// `{"value":172,"unit":"cm"}`, with `upTo` for a range and `place` for a value that applies there only.
  var json: JSON { .members(["value": Self.number(amount), "upTo": upTo.map(Self.number), "unit": unit, "place": place]) }

  /// Decodes the form that ``json`` writes. Returns `nil` for any other form.
  init?(_ json: JSON) {
    guard let amount = Self.amount(json["value"]), let unit = json["unit"]?.string else { return nil }
    self.init(amount, upTo: Self.amount(json["upTo"]), unit: unit, place: json["place"]?.string)
  }

  private static func number(_ amount: Amount) -> JSON {
    switch amount {
    case .whole(let number): .number(number)
    case .fraction(let number): .number(number)
    }
  }

  private static func amount(_ json: JSON?) -> Amount? {
    if case .number(let number)? = json { Amount(parsing: number.text) } else { nil }
  }
}
