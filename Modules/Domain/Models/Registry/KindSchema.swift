public import OrderedJSON

/// JSON Schema (draft 2020-12) of canonical records, generated from the kinds.
extension Kind {
  /// Self-contained schema of one record of this kind.
  public var schema: JSON { document(title: title, definitions: ["reference": Self.reference], body: definition) }

  fileprivate static let reference: JSON = [
    "type": "object", "description": "Reference to another record, with its name if that is known.",
    "properties": ["kind": ["type": "string"], "id": ["type": "integer", "minimum": 1], "name": ["type": "string"]],
    "required": ["kind", "id"], "additionalProperties": false,
  ]

  fileprivate var definition: JSON.Object {
    var properties: JSON.Object = ["kind": ["const": .string(name.text)], "id": ["type": "integer", "minimum": 1]]
    for field in fields {
      properties[field.key] = .object(JSON.Object([("title", .string(field.label))] + field.type.schema))
    }
    properties["extra"] = ["type": "object", "description": "Members of the origin's record that map to no field."]
    return [
      "title": .string(singular), "type": "object", "properties": .object(properties), "required": ["kind", "id"],
      "additionalProperties": false,
    ]
  }
}

extension Kinds {
  /// Schema of a record of any kind. Each known kind has a definition under its name; `unknown` covers all other kinds.
  public var schema: JSON {
    document(title: "Holocron record", definitions: definitions, body: ["oneOf": .array(choices)])
  }

  /// Schema of a list of records of any kind.
  public var listSchema: JSON {
    document(
      title: "Holocron list", definitions: definitions, body: ["type": "array", "items": ["oneOf": .array(choices)]])
  }

  private var choices: [JSON] { (all.map(\.name.text) + ["unknown"]).map { .object(["$ref": .string("#/$defs/\($0)")]) } }

  private var definitions: JSON.Object {
    var definitions: JSON.Object = ["reference": Kind.reference]
    for kind in all { definitions[kind.name.text] = .object(kind.definition) }
    let names = all.map { JSON.string($0.name.text) }
    definitions["unknown"] = [
      "title": "record of a kind unknown to the program", "type": "object",
      "properties": [
        "kind": ["type": "string", "not": ["enum": .array(names)]], "id": ["type": "integer", "minimum": 1],
        "name": ["type": "string"], "extra": ["type": "object"],
      ],
      "required": ["kind", "id", "name", "extra"], "additionalProperties": false,
    ]
    return definitions
  }
}

private func document(title: String, definitions: JSON.Object, body: JSON.Object) -> JSON {
  var members: JSON.Object = ["$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title)]
  for member in body where member.name != "title" { members[member.name] = member.value }
  members["$defs"] = .object(definitions)
  return .object(members)
}
