import Models
import OrderedJSON

/// Sample values for fields of every shape.
enum Sample {
  static func originValue(_ field: Field) -> OriginValue {
    switch (field.shape, field.target) {
    case (.text, _), (.prose, _): .text("sample \(field.key)")
    case (.date, _): .text("2014-12-09T13:50:51.644000Z")
    case (.quantity, _): field.key == "episode" ? .integer(4) : .text("1,358")
    case (.reference, let target?): .reference(Reference(target, 7))
    case (.references, let target?): .references([Reference(target, 7), Reference(target, 3)])
    default: .missing
    }
  }

  /// Returns a record with every field set to the result of `change` for its sample value.
  static func record(_ kind: Kind, extras: JSON.Object = [:], change: (OriginValue) -> OriginValue = { $0 }) throws -> Record {
    let samples = Dictionary(uniqueKeysWithValues: kind.fields.map { ($0.key, change(originValue($0))) })
    return try kind.record(id: 5, extras: extras) { samples[$0] ?? .missing }
  }
}
