import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

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
    let plan = control.drawForConnection()
    guard let ending = plan.ending else { return await http.handle(value: value, logger: logger) }
    // Errors mean that the client has gone.
    try? await value.executeThenClose { inbound, _ in
      switch ending.manner {
      case .close: break
      case .reset: await value.channel.reset()
      case .hang:
        try await value.channel.triggerUserOutboundEvent(ConnectionTimeouts.Hang()).get()
        await plan.waiting {
          try? await cancelWhenGracefulShutdown {
            for try await _ in inbound {}
          }
        }
      }
    }
  }
}
