import NIOCore
import OrderedJSON

/// Put texts that attack clients and terminals into the strings of JSON documents, which stay valid.
enum HostileFaults {
  static let list = [
    FaultSyntax(
      "hostile", "[all|names|bidi|links]",
      "Put escape sequences into names (names), direction controls (bidi), or links to other servers, files and paths (links)"
    ) { words throws(OriginServerError) in
      let name = try words.choice(attacks.map(\.name))
      return Fault { plan, occasion in
        guard let json = try? JSON(parsing: plan.body.readableBytesView), let attack = attacks.first(where: { $0.name == name }) else {
          return
        }
        plan.replaceBody(ByteBuffer(bytes: attacked(json, attack, &occasion.random).bytes()))
      }
    }
  ]

  typealias Attack = (name: String, inserts: [String], links: [String])

  static let attacks: [Attack] = [
    ("all", escapes + directions, links), ("names", escapes, []), ("bidi", directions, []), ("links", [], links),
  ]

  /// Escape and control sequences: colours, the title of the window, the clipboard, cursor movements, C1 controls, a line break, NUL.
  private static let escapes = [
    "\u{1B}[31m", "\u{1B}]0;owned\u{7}", "\u{1B}]52;c;b3duZWQ=\u{7}", "\u{1B}[2J\u{1B}[H", "\u{9B}31m", "\r\n", "\u{0}", "\u{8}\u{8}",
    "\u{1B}]8;;https://evil.example/\u{1B}\\",
  ]
  /// Direction overrides and isolates, marks, zero-width characters, and a byte order mark.
  private static let directions = [
    "\u{202E}", "\u{2066}", "\u{2067}", "\u{200F}", "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{061C}", "\u{202A}",
  ]
  /// Other servers, metadata services, other schemes, and paths that leave the API.
  private static let links = [
    "http://evil.example/api/people/1/", "http://169.254.169.254/latest/meta-data/", "file:///etc/passwd", "javascript:alert(1)",
    "//evil.example/api/people/1/", "/api/../../etc/passwd", "http://user:secret@127.0.0.1:1/api/people/1/", "http://[::1]:1/api/people/",
    "https://\u{202E}elpmaxe.live/api/people/1/", "http://127.0.0.1:99999/api/people/1/", "",
  ]

  /// The recursion is as deep as the document, which the parser limits.
  private static func attacked(_ json: JSON, _ attack: Attack, _ random: inout FaultRandom) -> JSON {
    switch json {
    case .string(let text): return .string(attacked(text, attack, &random))
    case .array(let elements): return .array(elements.map { attacked($0, attack, &random) })
    case .object(let object): return .object(JSON.Object(object.map { ($0.name, attacked($0.value, attack, &random)) }))
    case .null, .bool, .number: return json
    }
  }

  private static func attacked(_ text: String, _ attack: Attack, _ random: inout FaultRandom) -> String {
    if text.hasPrefix("http://") || text.hasPrefix("https://") { return attack.links.randomElement(using: &random) ?? text }
    guard let insert = attack.inserts.randomElement(using: &random) else { return text }
    // In the middle of a text, where a prefix or suffix would be trimmed or missed.
    let middle = text.index(text.startIndex, offsetBy: text.count / 2)
    return text[..<middle] + insert + text[middle...]
  }
}
