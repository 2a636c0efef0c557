import Text

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
      guard let decoded = PercentCoding.decode(UnsafeRawBufferPointer(rebasing: component)) else { return nil }
      path.append(decoded)
    }
    self.init(path)
    guard end < bytes.endIndex else { return }
    for pair in Self.parts(of: bytes[(end + 1)...], at: "&") {
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let sides = (pair[..<equals], pair[min(equals + 1, pair.endIndex)...])
      guard let name = PercentCoding.decode(UnsafeRawBufferPointer(rebasing: sides.0), plusIsSpace: true),
        let value = PercentCoding.decode(UnsafeRawBufferPointer(rebasing: sides.1), plusIsSpace: true)
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
    let line = "/" + path.map { PercentCoding.encode($0) }.joined(separator: "/")
    guard !query.isEmpty else { return line }
    return line + "?" + query.map { "\(PercentCoding.encode($0.name))=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
  }
}
