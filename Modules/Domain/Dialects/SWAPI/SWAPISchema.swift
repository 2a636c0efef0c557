public import Models
public import OrderedJSON

extension SWAPIDialect {
  /// Returns the JSON Schema (draft 4) that the original server serves at `KIND/schema`, or `nil` if the kind is unknown.
  public func schema(_ name: KindName) -> JSON? {
    guard let kind = format.kinds[name], let layout = format.layout(name) else { return nil }
    var properties = JSON.Object()
    for entry in layout.entries {
      var property: JSON.Object = ["type": .string(Self.type(entry))]
      if let format = Self.format(entry) { property["format"] = .string(format) }
      property["description"] = .string(Self.description(entry.field, of: kind))
      properties[entry.name] = .object(property)
    }
    properties["url"] = ["type": "string", "format": "uri", "description": .string("URL of this \(kind.singular).")]
    return [
      "$schema": "http://json-schema.org/draft-04/schema",
      "title": .string(kind.singular.prefix(1).uppercased() + kind.singular.dropFirst()),
      "description": .string("One of the \(kind.title.lowercased()) of the Star Wars films."),
      "type": "object",
      "properties": .object(properties),
      "required": .array(properties.names.map(JSON.string)),
    ]
  }

  private static func type(_ entry: RecordLayout.Entry) -> String {
    switch entry.field.shape {
    case .references: "array"
    case .quantity where entry.name == "episode_id": "integer"
    case .text, .prose, .quantity, .date, .reference: "string"
    }
  }

  private static func format(_ entry: RecordLayout.Entry) -> String? {
    guard entry.field.shape == .date else { return nil }
    return entry.name.hasSuffix("_date") ? "date" : "date-time"
  }

  private static func description(_ field: FieldDescription, of kind: KindDescription) -> String {
    switch (field.shape, field.target) {
    case (.reference, let target?): "\(field.label): the URL of one of the \(target)."
    case (.references, let target?): "\(field.label): URLs of \(target)."
    case (.quantity, _): "\(field.label) of the \(kind.singular), as text; may state that there is no value."
    default: "\(field.label) of the \(kind.singular)."
    }
  }
}
