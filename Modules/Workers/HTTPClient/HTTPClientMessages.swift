/// A field of a header.
public struct HTTPClientField: Sendable, Hashable {
  public let name, value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A request.
public struct HTTPClientRequest: Sendable {
  public var url: String
  /// Fields besides Host. Without `accept`, none is sent.
  public var fields: [HTTPClientField]
  public var method = "GET"
  public var content: [UInt8] = []
  /// Establishes a connection, sends nothing, and closes the connection. The response has the status 0.
  public var onlyConnects = false
  /// The time at which the request fails, wherever it is.
  public var deadline: ContinuousClock.Instant?
  /// Maximum size of the body in bytes, after decompression.
  public var maxBodySize: Int
  /// Receives the pieces of the body on the client's thread, in place of ``HTTPClientResponse/body``. Returns whether to go on; must not block.
  public var onBody: (@Sendable (UnsafeRawBufferPointer) -> Bool)?

  public init(_ url: String, fields: [HTTPClientField] = [], deadline: ContinuousClock.Instant? = nil, maxBodySize: Int = .max) {
    self.url = url
    self.fields = fields
    self.deadline = deadline
    self.maxBodySize = maxBodySize
  }
}

/// A complete response.
public struct HTTPClientResponse: Sendable {
  public let status: Int
  public let body: [UInt8]
  /// When the header was complete.
  public let headReceivedAt: ContinuousClock.Instant
  /// The absolute URL that a redirect leads to; `nil` for other responses and without a usable Location.
  public let redirectURL: String?
  /// The status line and the fields as they arrived.
  private let head: [UInt8]

  init(status: Int, head: [UInt8], body: [UInt8], headReceivedAt: ContinuousClock.Instant, redirectURL: String?) {
    self.status = status
    self.head = head
    self.body = body
    self.headReceivedAt = headReceivedAt
    self.redirectURL = redirectURL
  }

  /// The text after the status; empty with HTTP/2.
  public var reason: String {
    let words = head.prefix { $0 != Self.newline && $0 != Self.carriageReturn }.split(separator: 0x20, maxSplits: 2)
    return words.count == 3 ? String(decoding: words[2], as: UTF8.self) : ""
  }

  /// All fields in the order of the response, without the spaces around their values.
  public var fields: [HTTPClientField] {
    var fields: [HTTPClientField] = []
    forEachLine { name, value in
      fields.append(HTTPClientField(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
      return true
    }
    return fields
  }

  /// Returns the first value of a field. Upper and lower case do not differ.
  public func field(_ name: String) -> String? {
    var found: String?
    forEachLine { other, value in
      guard other.count == name.utf8.count, zip(other, name.utf8).allSatisfy({ Self.lowercased($0) == Self.lowercased($1) }) else {
        return true
      }
      found = String(decoding: value, as: UTF8.self)
      return false
    }
    return found
  }

  private static let newline = UInt8(ascii: "\n"), carriageReturn = UInt8(ascii: "\r")

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// Calls `body` with the name and the value of each field, until it returns `false`.
  private func forEachLine(_ body: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Bool) {
    for line in head.split(separator: Self.newline).dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { continue }
      let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == Self.carriageReturn }
      var value = line[(colon + 1)...].drop(while: isSpace)
      while let last = value.last, isSpace(last) { value.removeLast() }
      guard body(line[..<colon], value) else { return }
    }
  }
}
