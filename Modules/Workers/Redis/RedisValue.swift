import CHiredis

/// A reply of the server (RESP2).
public enum RedisValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case bytes([UInt8])
  case status(String)
  case array([RedisValue])
  /// An error within an array. The error of a whole command is thrown.
  case error(String)

  public var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .bytes, .status: text.flatMap { Int64($0) }
    default: nil
    }
  }

  public var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

  public var array: [RedisValue]? { if case .array(let values) = self { values } else { nil } }

  /// A status, or bytes that are UTF-8.
  public var text: String? {
    switch self {
    case .status(let text): text
    case .bytes(let bytes): String(validating: bytes, as: UTF8.self)
    default: nil
    }
  }

  /// Copies a reply of hiredis, which limits the depth of arrays to seven.
  init(_ reply: redisReply) {
    let bytes = UnsafeRawBufferPointer(start: reply.str, count: reply.len)
    switch reply.type {
    case REDIS_REPLY_STRING: self = .bytes([UInt8](bytes))
    case REDIS_REPLY_STATUS: self = .status(String(decoding: bytes, as: UTF8.self))
    case REDIS_REPLY_ERROR: self = .error(String(decoding: bytes, as: UTF8.self))
    case REDIS_REPLY_INTEGER: self = .integer(reply.integer)
    case REDIS_REPLY_ARRAY:
      self = .array((0..<reply.elements).map { index in reply.element[index].map { RedisValue($0.pointee) } ?? .null })
    default: self = .null
    }
  }
}

/// Commands as bytes: an array of strings.
enum RedisEncoding {
  static func append(_ arguments: [[UInt8]], to bytes: inout [UInt8]) {
    bytes += "*\(arguments.count)\r\n".utf8
    for argument in arguments {
      bytes += "$\(argument.count)\r\n".utf8
      bytes += argument
      bytes += [0x0D, 0x0A]
    }
  }

  static func arguments(_ words: String...) -> [[UInt8]] { words.map { Array($0.utf8) } }
}
