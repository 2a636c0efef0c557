import Dispatch
import Logging
import Platform
import Synchronization
import TestSupport
import Testing

@testable import MessageBus

/// Runs a broker for one test, on an ipc endpoint in a new folder. Its workers run until the test ends.
final class BusHarness: Sendable {
  let address: BusAddress
  let broker: Broker
  private let workers = Mutex<[BusWorker]>([])

  private init(_ address: BusAddress, _ broker: Broker) { (self.address, self.broker) = (address, broker) }

  /// Runs `body` with a bus and removes the bus afterwards.
  static func with(
    inproc: Bool = false, settings: Broker.Settings = .quick, logger: Logger = .silent, _ body: (BusHarness) async throws -> Void
  ) async throws {
    let folder = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint(inproc ? "inproc://\(folder.path)" : "ipc://\(folder.file("bus"))"))
    let broker = try Broker(binding: [address], settings: settings, logger: logger)
    defer { broker.stop() }
    try await withTaskExecutorPreference(ThreadPerJobExecutor.shared) { try await body(BusHarness(address, broker)) }
    withExtendedLifetime(folder) {}
  }

  /// Starts a second broker on the same endpoints. It retries because a child process of another test inherits the locks until it calls
  /// exec.
  func startSecondBroker(settings: Broker.Settings = .quick) async throws -> Broker {
    try await eventually("the endpoint is free") {
      do { return try Broker(binding: [address], settings: settings, logger: .silent) } catch let error as BusError {
        guard error.code == .inUse else { throw error }
        return nil
      }
    }
  }

  func client() throws -> BusClient { try BusClient(address) }

  @discardableResult
  func worker(_ service: any RequestHandler, credit: Int = 64) throws -> BusWorker {
    var settings = BusWorker.Settings()
    settings.credit = credit
    settings.heartbeatInterval = .milliseconds(100)
    settings.liveness = 100
    let worker = try BusWorker(service, at: address, settings: settings, logger: .silent)
    workers.withLock { $0.append(worker) }
    return worker
  }
}

extension Broker.Settings {
  /// Timeouts short enough for tests, but with a liveness timeout that survives a machine that stalls for seconds.
  static var quick: Broker.Settings {
    var settings = Broker.Settings()
    settings.heartbeatInterval = .milliseconds(100)
    settings.liveness = 100
    settings.grace = .seconds(5)
    return settings
  }
}

/// Replies with the content of the request.
struct Echo: BusService {
  var name = "test.echo"
  var atOnce = true

  func answerAtOnce(_ request: Request) -> Reply? { atOnce ? Reply(content: request.content) : nil }

  func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    for part in 0..<(request.target["parts"].flatMap { Int($0) } ?? 0) { parts.send(Reply(content: Array("part \(part)".utf8))) }
    return Reply(content: request.content)
  }
}

/// Task executor that runs each job on its own thread. Tests that wait for a socket block their thread; on the shared pool they would
/// block the services under test.
final class ThreadPerJobExecutor: TaskExecutor {
  static let shared = ThreadPerJobExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    do { try BackgroundThread.start { job.runSynchronously(on: executor) } } catch { job.runSynchronously(on: executor) }
  }
}

/// Runs `body` on a thread of its own, because it blocks.
func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
  }
}

/// Sends 1,000 requests to `test.echo` at once, and calls `afterHundred` when a hundred are answered. Expects that all are answered rightly.
func load(_ client: BusClient, afterHundred: () async throws -> Void = {}) async throws {
  try await withThrowingTaskGroup(of: Bool.self) { group in
    for number in 0..<1_000 {
      group.addTask {
        let request = Request("GET", Target(["x"]), content: Array("\(number)".utf8))
        return try await client.ask("test.echo", request, within: .testLimit).content == request.content
      }
    }
    var answered = 0
    for try await isRight in group {
      #expect(isRight)
      answered += 1
      if answered == 100 { try await afterHundred() }
    }
    #expect(answered == 1_000)
  }
}
