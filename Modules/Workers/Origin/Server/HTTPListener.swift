import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Platform

/// Listens on an address and serves connections with a channel of Hummingbird.
struct HTTPListener: Sendable {
  let host: String
  let port: Int
  /// The option with which users choose the port, for errors.
  let portOption: String
  let limits: ConnectionLimits
  let logger: Logger

  /// Returns the configuration of a channel that ends connections according to ``limits``.
  ///
  /// - Parameter readsBodies: whether the server reads the body of a request before it answers.
  func configuration(readsBodies: Bool) -> HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionTimeouts(limits, readsBodies: readsBodies, logger: logger)])
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
      throw unknownHost
    }
  }

  /// Returns when each thread of `group` has run a task: at once, unless one is busy, and never if one hangs.
  static func waitForThreads(of group: MultiThreadedEventLoopGroup = .singleton) async {
    await withTaskGroup(of: Void.self) { tasks in
      for loop in group.makeIterator() { tasks.addTask { try? await loop.submit {}.get() } }
    }
  }

  private var unknownHost: OriginServerError {
    OriginServerError(.invalidAddress, "cannot find the host '\(host)': choose an address or a name of this machine with --host")
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
