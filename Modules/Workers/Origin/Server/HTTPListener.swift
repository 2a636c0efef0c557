import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Platform
import ServiceLifecycle

/// Listens on an address and serves connections with a channel of Hummingbird.
struct HTTPListener: Sendable {
  let host: String
  let port: Int
  /// The option with which users choose the port, for errors.
  let portOption: String
  let limits: ConnectionLimits
  let logger: Logger

  /// The configuration of a channel that ends connections according to ``limits``.
  var configuration: HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(additionalChannelHandlers: [ConnectionTimeout(limits.timeout, logger: logger)])
  }

  /// Serves until graceful shutdown or cancellation. Throws ``OriginServerError``.
  ///
  /// - Parameter onListening: called once, with the port.
  func run(_ channel: some ServerChildChannel, onListening: @escaping @Sendable (_ port: Int) -> Void) async throws {
    var quiet = logger
    // Hummingbird's info messages repeat the server's own.
    quiet.logLevel = max(logger.logLevel, .notice)
    // A server that cannot open a file for a connection accepts no more. A recording needs a second one for each.
    let connections = OpenConnections(maximum: min(limits.connections, OwnProcess.raiseFileLimit() / 2), logger: logger)
    let server = Server(
      childChannelSetup: channel,
      configuration: ServerConfiguration(address: .hostname(host, port: port), availableConnectionsDelegate: connections),
      onServerRunning: { onListening($0.localAddress?.port ?? port) }, eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quiet)
    do { try await server.run() } catch let error as IOError { throw serverError(error) } catch is SocketAddressError.UnknownHost {
      throw OriginServerError(.invalidAddress, "cannot find the host '\(host)': choose an address or a name of this machine with --host")
    }
  }

  /// Returns when each thread of `group` has run a task: at once, unless one is busy, and never if one hangs.
  static func waitForThreads(of group: MultiThreadedEventLoopGroup = .singleton) async {
    await withTaskGroup(of: Void.self) { tasks in
      for loop in group.makeIterator() { tasks.addTask { try? await loop.submit {}.get() } }
    }
  }

  private func serverError(_ error: IOError) -> OriginServerError {
    let address = "\(host), port \(port)"
    let number = ErrorNumber(rawValue: error.errnoCode)
    switch number {
    case .addressInUse:
      return OriginServerError(
        .addressInUse, "another process is listening on \(address): choose another port with \(portOption), or 0 for a free one",
        cause: error)
    case .addressNotAvailable:
      return OriginServerError(.invalidAddress, "this machine has no address \(host): choose another with --host", cause: error)
    case .permissionDenied:
      return OriginServerError(
        .invalidAddress, "no permission to listen on \(address): choose a port above 1023 with \(portOption)", cause: error)
    default:
      return OriginServerError(.systemError, "cannot listen on \(address): \(number)", cause: error)
    }
  }
}

/// How long clients may make no progress, and how many of them may be connected. Without these, clients that send nothing or read nothing would
/// hold memory and file descriptors until they go. Faults that keep a client waiting do not count against its time.
public struct ConnectionLimits: Sendable, Hashable {
  /// The time after which a connection is closed whose client sends no request, does not finish one, or reads nothing; `nil` for no limit.
  /// Longer than clients keep idle connections, most of them 60 s, so that they rarely send a request while the server closes.
  public var timeout: Duration?
  /// Maximum number of open connections, at least 1. Further ones wait until others end. The server also stays below half of
  /// the files that its process may have open.
  public var connections: Int

  public init(timeout: Duration? = .seconds(75), connections: Int = 10_000) {
    (self.timeout, self.connections) = (timeout, connections)
  }
}

/// The number of open connections of a server, which accepts no further ones at the maximum.
struct OpenConnections: AvailableConnectionsDelegate {
  private let maximum: Int
  private let logger: Logger
  private var count = 0
  private var hasWarned = false

  init(maximum: Int, logger: Logger) {
    self.maximum = max(1, maximum)
    self.logger = logger
  }

  mutating func connectionOpened() {
    count += 1
    guard count >= maximum, !hasWarned else { return }
    hasWarned = true
    logger.warning("too many connections; further ones wait", metadata: ["limit": "\(maximum)"])
  }

  mutating func connectionClosed() {
    count -= 1
    // At the maximum, each connection that ends lets another one in.
    if count < maximum / 2 { hasWarned = false }
  }

  func isAcceptingNewConnections() -> Bool { count < maximum }
}

/// HTTP connections, some of which end right after they are accepted.
struct FaultyConnection: ServerChildChannel {
  let http: HTTP1Channel
  let control: FaultControl

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> { http.setup(channel: channel, logger: logger) }

  /// Ends when the connection does, also in the middle of a long pause.
  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    let serving = Task { await serve(value, logger) }
    value.channel.closeFuture.whenComplete { _ in serving.cancel() }
    await withTaskCancellationHandler {
      await serving.value
    } onCancel: {
      serving.cancel()
    }
  }

  private func serve(_ value: HTTP1Channel.Value, _ logger: Logger) async {
    guard let ending = control.update({ $0.drawForConnection(elapsed: $1) }).ending else {
      return await http.handle(value: value, logger: logger)
    }
    // Errors mean that the client has gone.
    try? await value.executeThenClose { inbound, _ in
      switch ending.manner {
      case .close: break
      case .reset: await value.channel.reset()
      case .hang:
        try await value.channel.triggerUserOutboundEvent(ConnectionTimeout.Hang()).get()
        try? await cancelWhenGracefulShutdown {
          for try await _ in inbound {}
        }
      }
    }
  }
}
