/// A client of a Redis or Valkey server or cluster. One connection for each node carries the commands of all callers, many in one write.
///
/// Each command has the client's timeout. Until then, it waits for a connection, follows redirections, and is repeated if the connection is lost, at
/// most twice: **the server may execute a command more than once, or after it has failed here**, so use commands and scripts that are idempotent
/// or conditional. While a node fails, its commands fail at once; the client reconnects in the background, after 20 ms to 2 s. A node that is
/// silent for a whole timeout loses its connection. In a cluster, the client asks for the slots again after redirections, refusals, lost connections
/// and timeouts.
///
/// At most 10,000 commands with 64 MiB of arguments are in progress; further ones fail with ``RedisErrorCode/overloaded``.
public final class RedisClient: Sendable {
  public let url: RedisURL
  private let timeout: Duration
  private let loop: RedisLoop

  /// Starts the client's thread. Connections follow when they are needed. Throws ``RedisErrorCode/system``.
  public init(_ url: RedisURL, timeout: Duration = .seconds(1)) throws(RedisError) {
    (self.url, self.timeout) = (url, timeout)
    loop = try RedisLoop(url, timeout: timeout)
  }

  deinit { loop.add([.close {}]) }

  /// Sends a command to the node that serves `key`, or to any node if the command has no key. An error reply is thrown.
  public func command(_ arguments: [[UInt8]], key: String? = nil) async throws(RedisError) -> RedisValue {
    try await send(RedisCommand(arguments, key: key))
  }

  /// Sends a command to one of ``nodes()``.
  public func command(_ arguments: [[UInt8]], node: RedisAddress) async throws(RedisError) -> RedisValue {
    try await send(RedisCommand(arguments, .node(node)))
  }

  /// Sends many commands at once, each to its node. Returns their results in the same order.
  public func commands(_ commands: [RedisCommand]) async -> [Result<RedisValue, RedisError>] {
    let calls = commands.map { RedisCall($0, deadline: .now + timeout) }
    for call in calls where !loop.reserve(call.size) { call.finish(.failure(RedisError(.overloaded, "too many commands wait for Redis"))) }
    loop.add(calls.filter { !$0.isFinished }.map { .start($0) })
    var results: [Result<RedisValue, RedisError>] = []
    for call in calls { results.append(await call.outcome()) }
    return results
  }

  /// Returns the nodes that serve slots, or the single server.
  public func nodes() async throws(RedisError) -> [RedisAddress] {
    if url.isCluster { _ = try await command(RedisEncoding.arguments("PING")) }
    return await withCheckedContinuation { continuation in loop.add([.list { continuation.resume(returning: $0) }]) }
  }

  /// Subscribes to a channel. Throws ``RedisErrorCode/system``.
  public func subscribe(_ channel: String) throws(RedisError) -> RedisSubscription {
    try RedisSubscription(url, channel: channel, timeout: timeout)
  }

  /// Publishes a message of at most 4 KiB to the subscriptions of a channel: in a cluster with SPUBLISH, which only the nodes of the channel's slot
  /// handle, if the server has it (Redis 7).
  public func publish(_ channel: String, _ message: [UInt8]) async throws(RedisError) {
    guard message.count <= RedisSubscription.maxMessageSize else {
      throw RedisError(.invalid, "a message of \(message.count) bytes is too long")
    }
    if url.isCluster {
      do throws(RedisError) { return _ = try await command([Array("SPUBLISH".utf8), Array(channel.utf8), message], key: channel) } catch {
        guard error.message.contains("unknown command") else { throw error }
      }
    }
    _ = try await command([Array("PUBLISH".utf8), Array(channel.utf8), message])
  }

  private func send(_ command: RedisCommand) async throws(RedisError) -> RedisValue {
    let call = RedisCall(command, deadline: .now + timeout)
    guard loop.reserve(call.size) else { throw RedisError(.overloaded, "too many commands wait for Redis") }
    loop.add([.start(call)])
    return try await call.outcome().get()
  }

  /// Fails all commands, closes the connections and ends the thread.
  public func close() async {
    await withCheckedContinuation { continuation in loop.add([.close { continuation.resume() }]) }
  }
}
