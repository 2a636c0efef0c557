import NIOCore
import NIOPosix
import Redis
import Synchronization

/// A server on 127.0.0.1 that answers commands as a script says, well or badly.
final class FakeServer: Sendable {
  enum Answer {
    case status(String)
    case error(String)
    case bytes(String)
    case raw(String)
    /// Sends this and closes the connection.
    case close(String)
    case silence
  }

  private let channel: any Channel
  private let log: Log

  /// - Parameter script: returns the answer to a command, given its number among those of its name, counted from 1.
  static func start(_ script: @escaping @Sendable (_ words: [String], _ number: Int) -> Answer) async throws -> FakeServer {
    let log = Log()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handler(log, script)) }
      }
      .childChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .bind(host: "127.0.0.1", port: 0).get()
    return FakeServer(channel, log)
  }

  private init(_ channel: any Channel, _ log: Log) { (self.channel, self.log) = (channel, log) }

  var port: Int { channel.localAddress?.port ?? 0 }
  /// The commands so far, without those of the handshake and CLUSTER SLOTS.
  var commands: [[String]] { log.commands.filter { !["PING", "CLUSTER"].contains($0[0]) } }
  var slotRequests: Int { log.commands.count { $0[0] == "CLUSTER" } }

  /// Refuses connections from now on, and closes those that are open.
  func stop() async {
    try? await channel.close()
    for connection in log.takeConnections() { try? await connection.close() }
  }

  private final class Log: Sendable {
    private let state = Mutex((commands: [[String]](), connections: [any Channel]()))
    var commands: [[String]] { state.withLock { $0.commands } }

    func add(_ words: [String]) -> Int {
      state.withLock {
        $0.commands.append(words)
        return $0.commands.count { $0[0] == words[0] }
      }
    }

    func add(_ connection: any Channel) { state.withLock { $0.connections.append(connection) } }

    func takeConnections() -> [any Channel] {
      state.withLock { state in
        defer { state.connections = [] }
        return state.connections
      }
    }
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let log: Log
    private let script: @Sendable ([String], Int) -> Answer
    private var received = ""

    init(_ log: Log, _ script: @escaping @Sendable ([String], Int) -> Answer) { (self.log, self.script) = (log, script) }

    func channelActive(context: ChannelHandlerContext) { log.add(context.channel) }

    /// Reads commands whose words have no line ends.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      received += String(buffer: unwrapInboundIn(data))
      while true {
        var lines = received.split(separator: "\r\n", omittingEmptySubsequences: false).dropLast()
        guard let count = lines.popFirst().flatMap({ Int($0.dropFirst()) }), lines.count >= 2 * count else { return }
        let words = (0..<count).map { String(lines[lines.startIndex + 2 * $0 + 1]) }
        received = String(received.split(separator: "\r\n", maxSplits: 2 * count + 1, omittingEmptySubsequences: false).last ?? "")
        answer(words, on: context.channel)
      }
    }

    private func answer(_ words: [String], on channel: any Channel) {
      let text: String
      let answer = script(words, log.add(words))
      switch answer {
      case .status(let status): text = "+\(status)\r\n"
      case .error(let error): text = "-\(error)\r\n"
      case .bytes(let bytes): text = "$\(bytes.utf8.count)\r\n\(bytes)\r\n"
      case .raw(let raw), .close(let raw): text = raw
      case .silence: return
      }
      channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
      if case .close = answer { channel.close(promise: nil) }
    }
  }
}

/// A cluster of fake servers, of which one has all slots.
final class FakeCluster: Sendable {
  let servers: [FakeServer]
  private let ownerIndex: SharedIndex

  private final class SharedIndex: Sendable {
    let value = Mutex((owner: 0, hanging: -1, ports: [Int]()))
  }

  /// - Parameter script: answers the commands of a server, but for those of the handshake, CLUSTER SLOTS and ASKING.
  static func start(
    _ count: Int, _ script: @escaping @Sendable (_ server: Int, _ number: Int, _ ports: [Int]) -> FakeServer.Answer
  ) async throws -> FakeCluster {
    let index = SharedIndex()
    var servers: [FakeServer] = []
    for server in 0..<count {
      servers.append(
        try await FakeServer.start { words, number in
          let (owner, hanging, ports) = index.value.withLock { $0 }
          switch words[0] {
          case "PING": return server == hanging ? .silence : .status("PONG")
          case "ASKING": return .status("OK")
          case "CLUSTER": return .raw("*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:\(ports[owner])\r\n")
          default: return script(server, number, ports)
          }
        })
    }
    index.value.withLock { [servers] in $0.ports = servers.map(\.port) }
    return FakeCluster(servers, index)
  }

  private init(_ servers: [FakeServer], _ index: SharedIndex) { (self.servers, ownerIndex) = (servers, index) }

  /// Gives all slots to a server.
  func setOwner(_ index: Int) { ownerIndex.value.withLock { $0.owner = index } }

  /// Lets a server answer no new connection.
  func hang(_ index: Int) { ownerIndex.value.withLock { $0.hanging = index } }

  func client(timeout: Duration = .seconds(60)) throws -> RedisClient {
    try RedisClient(RedisURL("redis+cluster://" + servers.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")), timeout: timeout)
  }

  func stop() async { for server in servers { await server.stop() } }
}
