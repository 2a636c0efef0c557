/// Header fields of a request, reply or event: `name: value` lines joined by LF, with HTTP's meaning (RFC 9110 section 5).
/// Names are lower case. A name that comes twice is one field whose values are joined by a comma.
public struct Fields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private var lines: [(name: String, value: String)] = []

  public init() {}
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// Lines without a colon or with a name that is not a token (RFC 9110 section 5.6.2) are passed over.
  public init(parsing text: some StringProtocol) {
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].lowercased()
      guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      self[name] = self[name].map { "\($0), \(value)" } ?? String(value)
    }
  }

  public subscript(name: String) -> String? {
    get { lines.first { $0.name == name }?.value }
    set {
      let index = lines.firstIndex { $0.name == name }
      // A line break would let a value forge further fields.
      let value = newValue?.split(whereSeparator: \.isNewline).joined(separator: " ")
      switch (index, value) {
      case (let index?, let value?): lines[index].value = value
      case (let index?, nil): lines.remove(at: index)
      case (nil, let value?): lines.append((name, value))
      case (nil, nil): break
      }
    }
  }

  public var isEmpty: Bool { lines.isEmpty }
  public var names: [String] { lines.map(\.name) }

  /// The form on the wire.
  public var text: String { lines.map { "\($0.name): \($0.value)" }.joined(separator: "\n") }

  public static func == (left: Fields, right: Fields) -> Bool { left.lines.elementsEqual(right.lines, by: ==) }
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
