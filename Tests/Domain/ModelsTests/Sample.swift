import Models
import OrderedJSON

/// Something to write into a field of each shape.
enum Sample {
  static func written(_ field: FieldDescription) -> Written {
    switch (field.shape, field.target) {
    case (.text, _), (.prose, _): .text("sample \(field.key)")
    case (.date, _): .text("2014-12-09T13:50:51.644000Z")
    case (.quantity, _): field.key == "episode" ? .integer(4) : .text("1,358")
    case (.reference, let target?): .reference(Reference(target, 7))
    case (.references, let target?): .references([Reference(target, 7), Reference(target, 3)])
    default: .missing
    }
  }

  /// A record with every field set to what `change` makes of its sample.
  static func record(_ kind: KindDescription, extras: JSON.Object = [:], change: (Written) -> Written = { $0 }) throws -> Record {
    let samples = Dictionary(uniqueKeysWithValues: kind.fields.map { ($0.key, change(written($0))) })
    return try kind.record(id: 5, extras: extras) { samples[$0] ?? .missing }
  }
}
