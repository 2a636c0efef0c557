import OrderedJSON
import TestSupport

extension HostileText {
  private static let unsafe = Set(scalars).subtracting(["\n", "\t"])
  /// The sequence with which Holocron redraws a progress line.
  private static let redraw = "\r\u{1B}[2K"

  /// Returns the characters in `text` that a terminal would interpret or hide.
  static func found(in text: String) -> [String] {
    let found = Set(text.replacing(redraw, with: "").unicodeScalars).intersection(unsafe)
    return found.map { "U+" + String($0.value, radix: 16, uppercase: true) }.sorted()
  }

  /// Returns `json` with all strings replaced by hostile text, except those that identify records and services.
  static func poisoned(_ json: JSON, isTop: Bool = true) -> JSON {
    switch json {
    case .string: return .string(text)
    case .array(let elements): return .array(elements.map { poisoned($0, isTop: false) })
    case .object(let members):
      if members["kind"] != nil, members["id"] != nil, members.names.count == 2 { return json }
      var poisonedMembers: JSON.Object = [:]
      for name in members.names {
        let value = members[name] ?? .null
        poisonedMembers[name] =
          ["kind", "id", "relation", "query", "origin", "service"].contains(name) ? value : poisoned(value, isTop: false)
      }
      if isTop, members["id"] != nil { poisonedMembers["extra"] = [text: .string(text), "list": [.string(text), [text: 1]]] }
      return .object(poisonedMembers)
    default: return json
    }
  }
}
