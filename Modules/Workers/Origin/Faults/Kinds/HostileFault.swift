import HTTPTypes
import NIOCore
import OrderedJSON

/// Puts texts that attack clients and terminals into the strings of JSON documents, which stay valid.
struct HostileFault: Fault {
  enum Attack: String, CaseIterable {
    case all, names, bidi, links
  }

  static let syntaxes = [
    FaultSyntax(
      "hostile", "[all|names|bidi|links]",
      "Put escape sequences into names (names), direction controls (bidi), or links to other servers, files and paths (links)"
    ) { words throws(FaultSyntaxError) in
      HostileFault(attack: Attack(rawValue: try words.choice(Attack.allCases.map(\.rawValue))) ?? .all)
    }
  ]

  /// Escape and control sequences: colours, the title of the window, the clipboard, cursor movements, C1 controls, a line break, NUL.
  static let escapes = [
    "\u{1B}[31m", "\u{1B}]0;owned\u{7}", "\u{1B}]52;c;b3duZWQ=\u{7}", "\u{1B}[2J\u{1B}[H", "\u{9B}31m", "\r\n", "\u{0}", "\u{8}\u{8}",
    "\u{1B}]8;;https://evil.example/\u{1B}\\",
  ]
  /// Direction overrides and isolates, marks, zero-width characters, and a byte order mark.
  static let directions = ["\u{202E}", "\u{2066}", "\u{2067}", "\u{200F}", "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{061C}", "\u{202A}"]
  /// Other servers, metadata services, other schemes, and paths that leave the API.
  static let links = [
    "http://evil.example/api/people/1/", "http://169.254.169.254/latest/meta-data/", "file:///etc/passwd", "javascript:alert(1)",
    "//evil.example/api/people/1/", "/api/../../etc/passwd", "http://user:secret@127.0.0.1:1/api/people/1/", "http://[::1]:1/api/people/",
    "https://\u{202E}elpmaxe.live/api/people/1/", "http://127.0.0.1:99999/api/people/1/", "",
  ]

  let attack: Attack

  var needsBody: Bool { true }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) {
    guard let json = try? JSON(parsing: plan.body.readableBytesView) else { return }
    plan.replaceBody(ByteBuffer(bytes: attacked(json, &occasion.random).bytes()))
  }

  /// The recursion is as deep as the document, which the parser limits.
  private func attacked(_ json: JSON, _ random: inout FaultRandom) -> JSON {
    switch json {
    case .string(let text): return .string(attacked(text, &random))
    case .array(let elements): return .array(elements.map { attacked($0, &random) })
    case .object(let object): return .object(JSON.Object(object.map { ($0.name, attacked($0.value, &random)) }))
    case .null, .bool, .number: return json
    }
  }

  private func attacked(_ text: String, _ random: inout FaultRandom) -> String {
    if text.hasPrefix("http://") || text.hasPrefix("https://") {
      return attack == .all || attack == .links ? Self.links.randomElement(using: &random) ?? text : text
    }
    let inserts =
      switch attack {
      case .all: Self.escapes + Self.directions
      case .names: Self.escapes
      case .bidi: Self.directions
      case .links: [String]()
      }
    guard let insert = inserts.randomElement(using: &random) else { return text }
    // In the middle of a text, where a prefix or suffix would be trimmed or missed.
    let middle = text.index(text.startIndex, offsetBy: text.count / 2)
    return text[..<middle] + insert + text[middle...]
  }
}
