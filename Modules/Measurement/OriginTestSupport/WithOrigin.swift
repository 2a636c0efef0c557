public import Origin
import ServiceLifecycle
import Synchronization
import TestSupport

/// Runs `body` with an origin server on a free port, then shuts the server down gracefully. `base` is the URL of the API root.
public func withOrigin(
  _ settings: OriginSettings = OriginSettings(port: 0), _ body: (_ base: String, _ responses: ResponseLog) async throws -> Void
) async throws {
  let (listening, signal) = AsyncStream.makeStream(of: String.self)
  let responses = ResponseLog()
  let server = OriginServer(settings: settings, logger: .silent, onListening: { signal.yield($0) }, onResponse: { responses.add($0) })
  let group = ServiceGroup(services: [server], logger: .silent)
  try await withThrowingTaskGroup { tasks in
    tasks.addTask {
      defer { signal.finish() }
      try await group.run()
    }
    // If the server cannot listen, there is no URL, and the task throws the error.
    if let base = await listening.first(where: { _ in true }) {
      do { try await body(base, responses) } catch {
        await group.triggerGracefulShutdown()
        throw error
      }
    }
    await group.triggerGracefulShutdown()
    try await tasks.waitForAll()
  }
}

/// The requests the server has answered, in order.
public final class ResponseLog: Sendable {
  private let requests = Mutex<[OriginServer.AnsweredRequest]>([])

  public var all: [OriginServer.AnsweredRequest] { requests.withLock { $0 } }
  func add(_ request: OriginServer.AnsweredRequest) { requests.withLock { $0.append(request) } }
}
