import Contracts
import Logging
import MessageBus
import Models
import OrderedJSON
import Synchronization
import Testing

@testable import Presentation

/// Over a real broker, in this process.
@Suite struct BusRepositoryTests {
  struct People: BusService {
    let name = "holocron.cache"

    func answer(_ request: Request, parts: ReplyParts) async -> Reply {
      guard request.target.path == ["people"] else { return RecordRequest.reply(Answered(body: Array(luke.utf8))) }
      parts.send(page(1))
      return page(2)
    }

    private func page(_ number: Int) -> Reply {
      let item: JSON = ["kind": "people", "id": .number(number), "name": .string("n\(number)")]
      return ListRequest.reply(
        Answered(
          body: PageBody(kind: kind("people"), page: number, pages: 2, count: 2, items: [item]).json.bytes(), location: "l\(number)"))
    }
  }

  static func address() throws -> BusAddress {
    try BusAddress(requests: Endpoint("inproc://presentation-\(UInt64.random(in: 0 ... .max))"))
  }

  /// Runs `body` with a broker and a worker at `address`.
  static func serving(_ address: BusAddress, _ body: () async throws -> Void) async throws {
    let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    let broker = try Broker(binding: [address], logger: logger)
    let worker = try BusWorker(People(), at: address, logger: logger)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await broker.run() }
      group.addTask { try await worker.run() }
      defer { group.cancelAll() }
      try await body()
    }
  }

  @Test func asksAndStreams() async throws {
    let address = try Self.address()
    try await Self.serving(address) {
      let repository = BusRepository(address, within: .seconds(20))
      #expect(try await repository.record(reference("people/1")).body == Array(luke.utf8))
      let (page, location) = try await repository.list(ListRequest(kind("people"), .all))
      #expect(page.items.compactMap { $0["id"]?.int } == [1, 2])
      #expect(page.count == 2)
      #expect(location == "l1")
      #expect(try await repository.names(of: [kind("people")], kinds: .standard).map(\.name) == ["n1", "n2"])
      #expect(try await repository.brokerStatistics()["services"]?.array?.first?["name"] == "holocron.cache")
    }
  }

  @Test func saysThatNothingRuns() async throws {
    let address = try BusAddress(requests: Endpoint("ipc:///tmp/holocron-nobody-\(UInt64.random(in: 0 ... .max))/bus"))
    let problem = await #expect(throws: Problem.self) {
      try await BusRepository(address, within: .seconds(20)).record(reference("people/1"))
    }
    #expect(problem?.type == Problem.Kind.noBus)
  }

  @Test func startsWhatIsMissingOnceForAllWhoAsk() async throws {
    let address = try BusAddress(requests: Endpoint("ipc:///tmp/holocron-absent-\(UInt64.random(in: 0 ... .max))/bus"))
    let starts = Atomic(0)
    let failing: BusRepository.Starter = { _ throws(Problem) in
      starts.add(1, ordering: .relaxed)
      throw Problem(503, "cannot be started", type: Problem.Kind.noBus)
    }
    let repository = BusRepository(address, within: .seconds(20), starter: failing)
    await withTaskGroup(of: Void.self) { group in
      for id in 1...20 {
        group.addTask {
          let problem = await #expect(throws: Problem.self) { try await repository.record(Reference(kind("people"), id)) }
          #expect(problem?.title == "cannot be started")
        }
      }
    }
    #expect(starts.load(ordering: .relaxed) == 1)
  }
}
