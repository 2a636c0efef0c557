public import Dialects
public import Models
public import Origin
public import ServiceLifecycle
import Synchronization
import TestSupport

/// Runs `body` with an origin server on a free port, then shuts the server down gracefully. `base` is the URL of the API root.
public func withOrigin(
  _ settings: OriginSettings = OriginSettings(port: 0), dialect: any Dialect = SWAPIDialect(kinds: .standard),
  faults: FaultControl = FaultControl(), source: (any AnswerSource)? = nil,
  _ body: (_ base: String, _ responses: ResponseLog) async throws -> Void
) async throws {
  let responses = ResponseLog()
  try await withListening { signal in
    OriginServer(
      settings: settings, dialect: dialect, faults: faults, source: source, logger: .silent, onListening: signal,
      onResponse: { responses.add($0) })
  } _: { base in
    try await body(base, responses)
  }
}

/// Runs `body` with the rules `lines`, one a line, in force.
public func withFaults(_ lines: String, seed: UInt64 = 1, _ body: (_ base: String) async throws -> Void) async throws {
  let control = try FaultControl(rules: try FaultScript.rules(in: lines, name: "test"), seed: seed)
  try await withOrigin(faults: control) { base, _ in try await body(base) }
}

/// Runs `body` with a server that calls its argument with its URL when it listens, then shuts the server down gracefully.
public func withListening(
  _ server: (_ onListening: @escaping @Sendable (String) -> Void) -> any Service, _ body: (_ url: String) async throws -> Void
) async throws {
  let (listening, signal) = AsyncStream.makeStream(of: String.self)
  let group = ServiceGroup(services: [server { signal.yield($0) }], logger: .silent)
  try await withThrowingTaskGroup { tasks in
    tasks.addTask {
      defer { signal.finish() }
      try await group.run()
    }
    // If the server cannot listen, there is no URL, and the task throws the error.
    if let url = await listening.first(where: { _ in true }) {
      do { try await body(url) } catch {
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
