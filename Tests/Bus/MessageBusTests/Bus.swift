import Logging
import TestSupport

@testable import MessageBus

/// A broker of its own for one test, at an ipc endpoint in a new folder.
struct Bus: Sendable {
  let address: BusAddress
  let broker: Broker

  static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// Runs `body` with a bus that is gone afterwards.
  static func with(
    inproc: Bool = false, settings: Broker.Settings = .quick, _ body: (Bus) async throws -> Void
  ) async throws {
    let folder = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint(inproc ? "inproc://\(folder.path)" : "ipc://\(folder.file("bus"))"))
    let broker = try Broker(binding: [address], settings: settings, logger: silent)
    defer { broker.stop() }
    try await withTaskExecutorPreference(OwnThreads.shared) { try await body(Bus(address: address, broker: broker)) }
    withExtendedLifetime(folder) {}
  }

  /// A second broker where the first was. A process that another test is starting holds all locks of this one until it executes its program.
  func again(settings: Broker.Settings = .quick) async throws -> Broker {
    try await eventually("the endpoint is free") {
      do { return try Broker(binding: [address], settings: settings, logger: Self.silent) } catch let error as BusError {
        guard error.code == .inUse else { throw error }
        return nil
      }
    }
  }

  func client() throws -> BusClient { try BusClient(address) }

  func worker(_ service: any BusService, credit: Int = 64) throws -> BusWorker {
    var settings = BusWorker.Settings()
    settings.credit = credit
    settings.heartbeatInterval = .milliseconds(100)
    settings.liveness = 100
    return try BusWorker(service, at: address, settings: settings, logger: Self.silent)
  }
}

extension Broker.Settings {
  /// Times short enough for tests; none dies of silence on a machine whose threads stand still for seconds.
  static var quick: Broker.Settings {
    var settings = Broker.Settings()
    settings.heartbeatInterval = .milliseconds(100)
    settings.liveness = 100
    settings.grace = .seconds(5)
    return settings
  }
}

/// Answers with what it was asked.
struct Echo: BusService {
  var name = "test.echo"
  var atOnce = true

  func answerAtOnce(_ request: Request) -> Reply? { atOnce ? Reply(content: request.content) : nil }

  func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    for part in 0..<(request.target["parts"].flatMap { Int($0) } ?? 0) { parts.send(Reply(content: Array("part \(part)".utf8))) }
    return Reply(content: request.content)
  }
}
