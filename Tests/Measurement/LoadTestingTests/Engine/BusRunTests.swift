import MessageBus
import Platform
import Synchronization
import TestSupport
import Testing

@testable import LoadTesting

/// Runs against a real broker and a worker in this process.
struct BusRunTests {
  /// Replies from a function.
  private struct Service: BusService {
    let name: String
    let respond: @Sendable (Request) async -> Reply

    func answer(_ request: Request, parts: ReplyParts) async -> Reply { await respond(request) }
  }

  private let stop = StopSignal()

  /// Runs a plan against a worker of the service `load.test`.
  private func run(_ plan: LoadPlan, _ handler: some RequestHandler) async throws -> FinishedRun {
    let address = try BusAddress(requests: Endpoint("inproc://load-\(UInt64.random(in: 0 ... .max))"))
    let broker = try Broker(binding: [address], logger: .silent)
    let worker = try BusWorker(handler, at: address, logger: .silent)
    defer {
      worker.drain()
      broker.stop()
    }
    let runner = LoadRunner(address: address, echoService: "load.test", stop: stop, live: nil)
    return try await within(.testLimit, "the run") { try await runner.run(plan) }
  }

  @Test func `a condition ends the run early`() async throws {
    let plan = LoadPlan.test(.closed(1), target: .service("load.test")) {
      $0.template = RequestTemplate(service: "load.test", head: "GET /x")
      $0.duration = .seconds(3_600)
      $0.timeout = .testLimit
      $0.abortIf = Threshold.list("errors>50%") ?? []
    }
    let run = try await run(plan, Service(name: "load.test") { _ in Reply(500) })
    guard case .aborted(let reason) = run.stopped else {
      Issue.record("the run was not aborted")
      return
    }
    #expect(reason == "errors>50% holds: 100 %")
    #expect(run.collected.total.errors == run.collected.total.latency.count)
  }
}
