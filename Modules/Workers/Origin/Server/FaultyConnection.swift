import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// HTTP connections, some of which end right after they are accepted.
struct FaultyConnection: ServerChildChannel {
  let http: HTTP1Channel
  let control: FaultControl

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> { http.setup(channel: channel, logger: logger) }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    guard let ending = control.drawForConnection() else { return await http.handle(value: value, logger: logger) }
    // Errors mean that the client has gone.
    try? await value.executeThenClose { inbound, _ in
      switch ending.manner {
      case .close: break
      case .reset: await value.channel.reset()
      case .hang:
        try await cancelWhenGracefulShutdown {
          for try await _ in inbound {}
        }
      }
    }
  }
}
