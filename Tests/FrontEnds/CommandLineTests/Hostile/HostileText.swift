import OrderedJSON

/// Text with every character that must not reach a terminal unchanged, each after a letter.
enum HostileText {
  static let scalars: [Unicode.Scalar] = {
    // C0; DELETE and C1; line and paragraph separators; directional formatting.
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x200E...0x200F, 0x61C...0x61C, 0x202A...0x202E, 0x2066...0x2069,
    ]
    let withoutWidth: [UInt32] = [
      0xAD, 0x34F, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0xFEFF, 0xFFF9, 0xE0001, 0xE0061,
    ]
    return (ranges.flatMap(Array.init) + withoutWidth).compactMap(Unicode.Scalar.init)
  }()
  static let text =
    "x" + scalars.map { "\($0)y" }.joined() + "\u{1B}]52;c;aGk=\u{07}\u{9B}2J"

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
