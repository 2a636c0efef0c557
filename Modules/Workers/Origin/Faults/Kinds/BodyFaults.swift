import HTTPTypes
import NIOCore
import OrderedJSON
import Text

/// Send bodies that are not JSON or huge, wrong fields with a body as it should be, pages that link to others without end, or texts that attack
/// clients and terminals, in JSON documents that stay valid.
enum BodyFaults {
  static let list = [
    FaultSyntax(
      "malformed", "[cut|empty|garbage|html|nested|utf8]", "Answer with a body that is not valid JSON (default: cut, the first half)"
    ) { words throws(OriginServerError) in
      let name = try words.choice(defects.map(\.name))
      return Fault { plan, occasion in
        let body = Array(plan.body.readableBytesView)
        for defect in defects where defect.name == name { plan.replaceBody(ByteBuffer(bytes: defect.body(body, &occasion.random))) }
      }
    },
    FaultSyntax("content-type", "TYPE", "Send this Content-Type with the unchanged body; quote it if it has spaces") {
      words throws(OriginServerError) in
      let type = try words.next("a type such as text/html") { HTTPField.isValidValue($0) ? $0 : nil }
      return Fault { plan, _ in plan.fields[.contentType] = type }
    },
    FaultSyntax("huge", "SIZE", "Make the body at least this large with spaces after the JSON, such as 100MiB") {
      words throws(OriginServerError) in
      let size = try words.size(upTo: 1 << 40)
      return Fault { plan, _ in
        plan.fields[.contentLength] = nil
        plan.fields[.transferEncoding] = nil
        plan.isVerbatim = false
        plan.padding = max(0, size - plan.body.readableBytes)
      }
    },
    FaultSyntax("clock", "+TIME|-TIME", "Send a Date that is ahead (+2h) or behind (-30d)") { words throws(OriginServerError) in
      let skew = try words.next("a time with a sign such as +2h or -30d") { word -> Duration? in
        // More than a thousand years has no date in HTTP's format.
        guard let sign = word.first, "+-".contains(sign), let time = DurationText.parse(String(word.dropFirst())),
          time <= .seconds(31_556_952_000)
        else { return nil }
        return sign == "-" ? .zero - time : time
      }
      return Fault(needsBody: false) { plan, _ in
        plan.clockSkew += skew
        plan.fields[.date] = nil
        plan.isVerbatim = false
      }
    },
    // Documents without a member `next` stay as they are.
    FaultSyntax(
      "next", "endless|loop|URL",
      "Link every page of a list to a next one: without end (later pages repeat the first), to itself, or to this URL"
    ) { words throws(OriginServerError) in
      let goal = try words.next("endless, loop or a URL") { word in
        ["endless", "loop"].contains(word) || word.contains(":") || word.hasPrefix("/") ? word : nil
      }
      var fault = Fault { plan, occasion in
        guard let json = try? JSON(parsing: plan.body.readableBytesView), var object = json.object, object["next"] != nil else { return }
        let (root, asked) = (occasion.root, occasion.request.target)
        let next = goal == "endless" ? root + target(asked, page: page(asked) + 1) : goal == "loop" ? root + asked : goal
        object["next"] = .string(next)
        plan.replaceBody(ByteBuffer(bytes: JSON.object(object).bytes()))
      }
      // Asks for the first page instead of a later one, which need not exist.
      fault.rewrite = { request in
        if goal == "endless", page(request.target) > 1 { request.target = target(request.target, page: 1) }
      }
      return fault
    },
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
    },
  ]

  /// Bodies that are not JSON. Head and length are as they should be, so only a client that reads the body notices.
  static let defects: [(name: String, body: @Sendable ([UInt8], inout FaultRandom) -> [UInt8])] = [
    ("cut", { body, _ in Array(body[..<(body.count / 2)]) }),
    ("empty", { _, _ in [] }),
    ("garbage", { body, random in body.map { _ in UInt8.random(in: .min ... .max, using: &random) } }),
    ("html", { _, _ in Array("<!doctype html><title>Welcome</title><h1>Sign in to the network</h1>\n".utf8) }),
    ("nested", { _, _ in Array(repeating: UInt8(ascii: "["), count: 100_000) }),
    (
      "utf8",
      { body, _ in
        // Inside the first string.
        let cut = body.firstIndex(of: UInt8(ascii: "\"")).map { $0 + 1 } ?? body.endIndex
        return body[..<cut] + [0xC3, 0x28, 0xFF] + body[cut...]
      }
    ),
  ]

  // MARK: - Next

  private static func page(_ target: String) -> Int {
    items(target).last { $0.hasPrefix("page=") }.flatMap { Int($0.dropFirst(5)) }.map { max(1, min($0, .max - 1)) } ?? 1
  }

  private static func target(_ target: String, page: Int) -> String {
    let others = items(target).filter { !$0.hasPrefix("page=") }
    return "\(target.prefix { $0 != "?" })?" + (others + ["page=\(page)"]).joined(separator: "&")
  }

  private static func items(_ target: String) -> [Substring] {
    target.drop { $0 != "?" }.dropFirst().split(separator: "&")
  }

  // MARK: - Hostile

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
