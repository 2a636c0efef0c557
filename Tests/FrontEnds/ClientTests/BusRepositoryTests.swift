import Contracts
import Logging
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import Client

/// Over a real broker, in this process.
@Suite struct BusRepositoryTests {
  struct People: BusService {
    let name = "holocron.cache"

    func answer(_ request: Request, parts: ReplyParts) async -> Reply {
      guard request.target.path == ["people"] else { return RecordRequest.reply(CachedResponse(body: Array(luke.utf8))) }
      parts.send(page(1))
      return page(2)
    }

    private func page(_ number: Int) -> Reply {
      let item: JSON = ["kind": "people", "id": .number(number), "name": .string("n\(number)")]
      return ListRequest.reply(
        CachedResponse(
          body: PageBody(kind: kind("people"), page: number, pages: 2, count: 2, items: [item]).json.bytes(), location: "l\(number)"))
    }
  }

  static func address() throws -> BusAddress {
    try BusAddress(requests: Endpoint("inproc://presentation-\(UInt64.random(in: 0 ... .max))"))
  }

  /// Runs `body` with a broker and a worker at `address`.
  static func serving(_ address: BusAddress, _ service: some BusService = People(), _ body: () async throws -> Void) async throws {
    let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    let broker = try Broker(binding: [address], logger: logger)
    let worker = try BusWorker(service, at: address, logger: logger)
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
      #expect(try await repository.record(reference("people/1")).answered.body == Array(luke.utf8))
      let list = try await repository.list(ListRequest(kind("people"), .all))
      let page = list.page
      #expect(page.items.compactMap { $0["id"]?.int } == [1, 2])
      #expect(page.count == 2)
      #expect(list.location == "l1")
      #expect(try await repository.names(of: [kind("people")], kinds: .standard).map(\.name) == ["n1", "n2"])
      #expect(try await repository.brokerStatistics()["services"]?.array?.first?["name"] == "holocron.cache")
    }
  }

  /// Answers a record only after a while, and keeps what each question was given to wait.
  final class Slow: BusService {
    let name = "holocron.cache"
    let deadlines = Mutex<[Duration]>([])

    func answer(_ request: Request, parts: ReplyParts) async -> Reply {
      deadlines.withLock { $0.append(request.deadline ?? .zero) }
      try? await Task.sleep(for: .milliseconds(250))
      return RecordRequest.reply(CachedResponse(body: Array(luke.utf8)))
    }
  }

  @Test func everyQuestionTakesWhatIsLeftOfTheDeadline() async throws {
    let address = try Self.address()
    let slow = Slow()
    try await Self.serving(address, slow) {
      let deadline = Deadline(after: .seconds(60))
      let repository = BusRepository(address, .until(deadline))
      for _ in 1...3 { _ = try await repository.record(reference("people/1")) }
      let given = slow.deadlines.withLock(\.self)
      #expect(given.count == 3)
      // Each answer took 250 ms at least, which the next question no longer has. Fields carry whole milliseconds.
      for (earlier, later) in zip(given, given.dropFirst()) { #expect(later <= earlier - .milliseconds(249)) }
    }
  }

  @Test func nothingIsAskedWhenTheDeadlineHasPassed() async throws {
    let address = try Self.address()
    let slow = Slow()
    try await Self.serving(address, slow) {
      let repository = BusRepository(address, .until(Deadline(after: .zero)))
      let problem = await #expect(throws: Problem.self) { try await repository.record(reference("people/1")) }
      #expect(problem?.type == ProblemType.deadline)
      let streamed = await #expect(throws: Problem.self) { try await repository.list(ListRequest(kind("people"), .all)) }
      #expect(streamed?.type == ProblemType.deadline)
      let names = await ReferenceNames.fetched([reference("films/1"), reference("films/2")], from: repository, kinds: .standard)
      #expect(names.gaps == [reference("films/1"), reference("films/2")])
      let asked = slow.deadlines.withLock(\.count)
      #expect(asked == 0)
    }
  }

  @Test func aPausedDeadlineMoves() {
    let deadline = Deadline(after: .seconds(60))
    let before = deadline.left
    deadline.pause { _ = ContinuousClock().measure { for _ in 0..<1_000 { _ = deadline.left } } }
    #expect(deadline.left <= before)
    #expect(Deadline(after: .seconds(-1)).hasPassed)
    #expect(TimeLimit.each(.seconds(3)).left == .seconds(3))
  }

  @Test func saysThatNothingRuns() async throws {
    let address = try BusAddress(requests: Endpoint("ipc:///tmp/holocron-nobody-\(UInt64.random(in: 0 ... .max))/bus"))
    let problem = await #expect(throws: Problem.self) {
      try await BusRepository(address, within: .seconds(20)).record(reference("people/1"))
    }
    #expect(problem?.type == ProblemType.noBus)
  }

  @Test func startsWhatIsMissingOnceForAllWhoAsk() async throws {
    let address = try BusAddress(requests: Endpoint("ipc:///tmp/holocron-absent-\(UInt64.random(in: 0 ... .max))/bus"))
    let starts = Atomic(0)
    let failing: BusRepository.Starter = { _ throws(Problem) in
      starts.add(1, ordering: .relaxed)
      throw Problem(503, "cannot be started", type: ProblemType.noBus)
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
