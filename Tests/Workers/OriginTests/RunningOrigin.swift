import Logging
import Origin
import ServiceLifecycle
import Synchronization

/// Runs an origin server on a free port for as long as `body` takes, then stops it in an orderly way.
func withOrigin(
  _ settings: OriginSettings = OriginSettings(port: 0), _ body: (_ base: String, _ answers: AnswerLog) async throws -> Void
) async throws {
  let (listening, signal) = AsyncStream.makeStream(of: String.self)
  let answers = AnswerLog()
  let server = OriginServer(settings: settings, logger: quiet, onListening: { signal.yield($0) }, onAnswer: { answers.add($0) })
  let group = ServiceGroup(services: [server], logger: quiet)
  try await withThrowingTaskGroup { tasks in
    tasks.addTask {
      defer { signal.finish() }
      try await group.run()
    }
    // No address comes when the server could not listen; its error comes with the task then.
    if let base = await listening.first(where: { _ in true }) {
      do { try await body(base, answers) } catch {
        await group.triggerGracefulShutdown()
        throw error
      }
    }
    await group.triggerGracefulShutdown()
    try await tasks.waitForAll()
  }
}

let quiet = {
  var logger = Logger(label: "test")
  logger.logLevel = .critical
  return logger
}()

/// What the server answered, in order.
final class AnswerLog: Sendable {
  private let observed = Mutex<[OriginServer.Observation]>([])

  var all: [OriginServer.Observation] { observed.withLock { $0 } }
  func add(_ observation: OriginServer.Observation) { observed.withLock { $0.append(observation) } }
}
