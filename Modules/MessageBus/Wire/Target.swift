/// What a request asks for: a path and a query, as in HTTP's origin-form (RFC 9112 section 3.2.1). `/people?sort=name&page=2`.
public struct Target: Sendable, Hashable, CustomStringConvertible {
  /// Decoded path components: `/people/1` is `["people", "1"]`.
  public var path: [String]
  /// Decoded query items in their order.
  public var query: [Item]

  public struct Item: Sendable, Hashable {
    public let name: String
    public let value: String
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(_ path: [String], query: [Item] = []) {
    self.path = path
    self.query = query
  }

  /// Parses the origin-form. `nil` without a leading `/` or with a percent sign that two hexadecimal digits do not follow.
  public init?(parsing text: some StringProtocol) {
    guard text.hasPrefix("/") else { return nil }
    let halves = text.dropFirst().split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = []
    query = []
    for component in halves[0].split(separator: "/") {
      guard let decoded = Self.decode(component) else { return nil }
      path.append(decoded)
    }
    guard halves.count == 2 else { return }
    for pair in halves[1].split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decode(sides[0], plusIsSpace: true),
        let value = Self.decode(sides.count == 2 ? sides[1] : "", plusIsSpace: true)
      else { return nil }
      query.append(Item(name, value))
    }
  }

  /// The value of the first query item called `name`.
  public subscript(name: String) -> String? { query.first { $0.name == name }?.value }

  public var description: String {
    let line = "/" + path.map(Self.encode).joined(separator: "/")
    guard !query.isEmpty else { return line }
    return line + "?" + query.map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }.joined(separator: "&")
  }

  private static func encode(_ text: String) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit) else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}
