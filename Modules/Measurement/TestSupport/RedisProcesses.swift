import Platform

/// A `redis-server` on a free port of 127.0.0.1, without persistence. It is killed when this object is deinitialized.
public final class RedisServer: Sendable {
  public let port: UInt16
  public let process: RunningProcess

  /// Whether the programs are installed.
  public static let isInstalled = FileSystem.isExecutable("/usr/bin/redis-server") && FileSystem.isExecutable("/usr/bin/redis-cli")

  /// - Parameters:
  ///   - port: a port used before; `nil` for a free one.
  ///   - arguments: further options, such as `--requirepass`, `x`.
  public static func start(port: UInt16? = nil, _ arguments: String...) async throws -> RedisServer {
    try await start(port: port ?? FreePort.loopback(), arguments)
  }

  fileprivate static func start(port: UInt16, _ arguments: [String]) async throws -> RedisServer {
    let folder = try TemporaryDirectory()
    let options = ["--port", "\(port)", "--bind", "127.0.0.1", "--save", "", "--dir", folder.path]
    let process = try await RunningProcess.start("/usr/bin/redis-server", options + arguments, keeping: folder)
    try await process.line(on: .output, containing: "Ready to accept connections")
    return RedisServer(port, process)
  }

  private init(_ port: UInt16, _ process: RunningProcess) { (self.port, self.process) = (port, process) }

  public var url: String { "redis://127.0.0.1:\(port)" }

  /// Runs a command with redis-cli, and returns what it prints.
  @discardableResult public func ask(_ words: String...) async throws -> String {
    let client = try await RunningProcess.start("/usr/bin/redis-cli", ["-p", "\(port)"] + words)
    try await client.ends(.exited(0))
    return client.output
  }
}

/// A Redis Cluster of processes on 127.0.0.1, which replaces a dead node after about two seconds.
public final class RedisCluster: Sendable {
  /// The first three, or however many there are without replicas, are primaries at first.
  public let servers: [RedisServer]

  /// - Parameter primaries: at least 3, each with a number of replicas.
  public static func start(primaries: Int = 3, replicas: Int = 0) async throws -> RedisCluster {
    var servers: [RedisServer] = []
    for _ in 0..<(primaries * (1 + replicas)) {
      let (port, busPort) = (try FreePort.loopback(), try FreePort.loopback())
      servers.append(
        try await RedisServer.start(
          port: port, ["--cluster-enabled", "yes", "--cluster-port", "\(busPort)", "--cluster-node-timeout", "1000"]))
    }
    let client = try await RunningProcess.start(
      "/usr/bin/redis-cli",
      ["--cluster", "create"] + servers.map { "127.0.0.1:\($0.port)" } + ["--cluster-replicas", "\(replicas)", "--cluster-yes"])
    try await client.ends(.exited(0))
    for server in servers {
      try await eventually("a cluster") { try await server.ask("CLUSTER", "INFO").contains("cluster_state:ok") }
      // A replica that never had the data of its primary does not take over.
      try await eventually("a replica in step") { try await !server.ask("INFO", "replication").contains("master_link_status:down") }
    }
    return RedisCluster(servers)
  }

  private init(_ servers: [RedisServer]) { self.servers = servers }

  public var url: String { "redis+cluster://" + servers.map { "127.0.0.1:\($0.port)" }.joined(separator: ",") }
}
