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
    (self.url, self.fields, self.deadline, self.maxBodySize) = (url, fields, deadline, maxBodySize)
  }
}

/// A complete response.
public struct HTTPClientResponse: Sendable {
  public let status: Int
  public let body: [UInt8]
  /// The absolute URL that a redirect leads to; `nil` for other responses and without a usable Location.
  public let redirectURL: String?
  /// The status line and the fields as they arrived.
  private let head: [UInt8]

  init(status: Int, head: [UInt8], body: [UInt8], redirectURL: String?) {
    (self.status, self.head, self.body, self.redirectURL) = (status, head, body, redirectURL)
  }

  /// All fields in the order of the response, without the spaces around their values.
  public var fields: [HTTPClientField] {
    var fields: [HTTPClientField] = []
    forEachField { fields.append(HTTPClientField($0.text, $1.text)) }
    return fields
  }

  /// Returns the first value of a field. Upper and lower case do not differ.
  public func field(_ name: String) -> String? {
    var found: String?
    forEachField { if found == nil, $0.isEqual(to: name) { found = $1.text } }
    return found
  }

  /// Calls `body` with the name and the value of each field, which must not be used after the call.
  public func forEachField(_ body: (_ name: HTTPFieldText, _ value: HTTPFieldText) -> Void) {
    head.withUnsafeBytes { head in
      var (start, isFirst) = (0, true)
      while start < head.count {
        let end = head[start...].firstIndex(of: UInt8(ascii: "\n")) ?? head.count
        let line = head[start..<end]
        if !isFirst, let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > start {
          let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
          var value = line[(colon + 1)...].drop(while: isSpace)
          while let last = value.last, isSpace(last) { value.removeLast() }
          body(
            HTTPFieldText(bytes: UnsafeRawBufferPointer(rebasing: line[..<colon])),
            HTTPFieldText(bytes: UnsafeRawBufferPointer(rebasing: value)))
        }
        (start, isFirst) = (end + 1, false)
      }
    }
  }
}

/// The name or the value of a field as it arrived.
public struct HTTPFieldText {
  fileprivate let bytes: UnsafeRawBufferPointer

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Length in bytes.
  public var count: Int { bytes.count }

  /// Compares without regard to upper and lower case.
  public func isEqual(to name: String) -> Bool {
    guard bytes.count == name.utf8.count else { return false }
    return zip(bytes, name.utf8).allSatisfy { Self.lowercased($0) == Self.lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
