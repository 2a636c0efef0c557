import CHiredis

/// A connection to a node. `@unchecked`: one thread uses it at a time; it is handed over through a lock.
final class RedisConnection: @unchecked Sendable {
  let address: RedisAddress
  private let context: UnsafeMutablePointer<redisContext>

  var descriptor: Int32 { context.pointee.fd }

  /// Connects and authenticates. Blocks, for about `limit` or as long as name servers take, so call it on a thread of its own.
  init(to address: RedisAddress, _ url: RedisURL, within limit: Duration) throws(RedisError) {
    guard holocron_redis_load() else {
      throw RedisError(.system, "hiredis cannot be loaded: install it (Debian 12: libhiredis0.14)")
    }
    var reason = [CChar](repeating: 0, count: 128)
    let milliseconds = Int32(clamping: max(1, Int(limit / .milliseconds(1))))
    guard let context = holocron_redis_connect(address.host, Int32(address.port), milliseconds, &reason, reason.count) else {
      let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw RedisError(.unavailable, "cannot connect to Redis at \(address): \(text)")
    }
    (self.address, self.context) = (address, context)
    // A server that is stopped accepts connections, so that only an answer shows that it runs.
    let greeting = url.password.map { ["AUTH"] + (url.user.map { [$0] } ?? []) + [$0] } ?? ["PING"]
    if case .error(let text) = try ask(greeting), ["NOAUTH", "WRONGPASS", "DENIED", "ERR"].contains(text.prefix { $0 != " " }) {
      throw RedisError(.unavailable, "Redis at \(address) refuses the connection: \(text)")
    }
  }

  deinit { holocron_redis_free(context) }

  /// Sends a command and waits for its reply. Only before ``makeNonblocking()``.
  func ask(_ words: [String]) throws(RedisError) -> RedisValue {
    var bytes: [UInt8] = []
    RedisEncoding.append(words.map { Array($0.utf8) }, to: &bytes)
    guard append(bytes), let reply = try reply() else {
      throw RedisError(.unavailable, "out of memory for a command to Redis at \(address)")
    }
    return reply
  }

  func makeNonblocking() { holocron_redis_make_nonblocking(context) }

  /// Appends bytes to those to be written. Returns `false` if no memory is left.
  func append(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { holocron_redis_append(context, $0.baseAddress, $0.count) } }

  /// Writes as much as the socket takes. Returns whether all bytes were written.
  func write() throws(RedisError) -> Bool {
    var isDone = false
    guard holocron_redis_write(context, &isDone) else { throw lost }
    return isDone
  }

  /// Reads what has arrived, up to 256 KiB.
  func read() throws(RedisError) {
    for _ in 0..<16 {
      let count = holocron_redis_read(context)
      guard count >= 0, context.pointee.reader.pointee.len < Self.maxReplySize else { throw lost }
      if count < 16_384 { break }
    }
  }

  /// Returns the next complete reply, if there is one.
  func reply() throws(RedisError) -> RedisValue? {
    var reply: UnsafeMutablePointer<redisReply>?
    guard holocron_redis_reply(context, &reply) else { throw lost }
    guard let reply else { return nil }
    defer { holocron_redis_free_reply(reply) }
    return RedisValue(reply.pointee)
  }

  /// Maximum size of unread replies in bytes.
  private static let maxReplySize = 256 << 20

  private var lost: RedisError {
    let text = withUnsafeBytes(of: context.pointee.errstr) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    // SO_RCVTIMEO reports a timeout in this way.
    let reason = text == "Resource temporarily unavailable" ? "no answer" : text
    return RedisError(.unavailable, "the connection to Redis at \(address) was lost: \(reason.isEmpty ? "a reply is too large" : reason)")
  }
}
