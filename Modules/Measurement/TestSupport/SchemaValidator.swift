public import OrderedJSON

/// Validator for the subset of JSON Schema (draft 2020-12) that the schemas of the kinds use. Reports where a value violates its schema, and
/// unknown keywords.
public struct SchemaValidator {
  let document: JSON

  public init(document: JSON) { self.document = document }

  public func problems(_ value: JSON) -> [String] { problems(value, document, at: "") }

  private func problems(_ value: JSON, _ schema: JSON, at path: String) -> [String] {
    guard let keywords = schema.object else { return ["\(path): the schema is not an object"] }
    return keywords.flatMap { keyword in problems(value, keyword.name, keyword.value, in: keywords, at: path) }
  }

  private func problems(_ value: JSON, _ keyword: String, _ rule: JSON, in schema: JSON.Object, at path: String) -> [String] {
    switch keyword {
    case "$schema", "$defs", "title", "description", "format": []
    case "$ref": problems(value, resolve(rule.string ?? ""), at: path)
    case "type": (rule.array ?? [rule]).contains { isOf($0.string ?? "", value) } ? [] : ["\(path): not of type \(rule.text())"]
    case "const": value == rule ? [] : ["\(path): not \(rule.text())"]
    case "enum": rule.array?.contains(value) == true ? [] : ["\(path): not one of \(rule.text())"]
    case "minimum": (value.double ?? 0) >= (rule.double ?? 0) ? [] : ["\(path): too small"]
    case "not": problems(value, rule, at: path).isEmpty ? ["\(path): matches a schema under 'not'"] : []
    case "anyOf": (rule.array ?? []).contains { problems(value, $0, at: path).isEmpty } ? [] : ["\(path): matches none of the choices"]
    case "oneOf": matches(value, rule, at: path) == 1 ? [] : ["\(path): matches \(matches(value, rule, at: path)) of the choices"]
    case "required":
      (rule.array ?? []).compactMap(\.string).filter { value.object != nil && value[$0] == nil }.map { "\(path)/\($0): missing" }
    case "properties":
      (rule.object ?? [:]).flatMap { property in
        value[property.name].map { problems($0, property.value, at: "\(path)/\(property.name)") } ?? []
      }
    case "additionalProperties":
      (value.object?.names ?? []).filter { schema["properties"]?[$0] == nil }.map { "\(path)/\($0): unexpected member" }
    case "items": (value.array ?? []).enumerated().flatMap { problems($1, rule, at: "\(path)/\($0)") }
    default: ["\(path): unknown keyword '\(keyword)'"]
    }
  }

  private func matches(_ value: JSON, _ choices: JSON, at path: String) -> Int {
    (choices.array ?? []).count { problems(value, $0, at: path).isEmpty }
  }

  private func resolve(_ pointer: String) -> JSON {
    pointer.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] ?? .null }
  }

  private func isOf(_ type: String, _ value: JSON) -> Bool {
    switch value {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let number): type == "number" || (type == "integer" && number.int != nil)
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}
