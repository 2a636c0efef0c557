/// The target of a request: path and query, in HTTP's origin-form (RFC 9112 section 3.2.1). `/people?sort=name&page=2`.
public struct Target: Sendable, Hashable, CustomStringConvertible {
  /// Decoded path components: `/people/1` is `["people", "1"]`.
  public var path: [String]
  /// Decoded query items, in order.
  public var query: [Item]

  /// One `name=value` pair of a query, decoded.
  public struct Item: Sendable, Hashable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a target from decoded components.
  public init(_ path: [String], query: [Item] = []) {
    self.path = path
    self.query = query
  }

  /// Parses the origin-form; `nil` without a leading `/`, or with a percent sign that is not followed by two hexadecimal digits.
  public init?(parsing text: some StringProtocol) {
    var text = String(text)
    guard let target = text.withUTF8({ Target(parsing: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = target
  }

  /// Parses the origin-form from UTF-8 bytes without a copy, as workers do for every request.
  init?(parsing bytes: UnsafeRawBufferPointer) {
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
    var path: [String] = []
    for component in Self.parts(of: bytes[1..<end], at: "/") {
      guard let decoded = Self.decode(component, plusIsSpace: false) else { return nil }
      path.append(decoded)
    }
    self.init(path)
    guard end < bytes.endIndex else { return }
    for pair in Self.parts(of: bytes[(end + 1)...], at: "&") {
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      guard let name = Self.decode(pair[..<equals], plusIsSpace: true),
        let value = Self.decode(pair[min(equals + 1, pair.endIndex)...], plusIsSpace: true)
      else { return nil }
      query.append(Item(name, value))
    }
  }

  private static func parts(of bytes: Slice<UnsafeRawBufferPointer>, at separator: Unicode.Scalar) -> [Slice<UnsafeRawBufferPointer>] {
    bytes.split(separator: UInt8(ascii: separator))
  }

  /// The value of the first query item with this name.
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

  private static func decode(_ text: Slice<UnsafeRawBufferPointer>, plusIsSpace: Bool) -> String? {
    guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return String(validating: UnsafeRawBufferPointer(rebasing: text), as: UTF8.self)
    }
    var bytes: [UInt8] = []
    var rest = text
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
