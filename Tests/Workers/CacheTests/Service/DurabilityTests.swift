import Cache
import Contracts
import Logging
import MessageBus
import Models
import Platform
import Synchronization
import TestSupport
import Testing

/// A cache worker that is killed while it writes: what it acknowledged is there afterwards.
@Suite(.serialized, .timeLimit(.minutes(10))) struct DurabilityTests {
  /// Number of kills; `HOLOCRON_TEST_KILLS` sets another one, such as 200.
  private static let kills = Environment.process["HOLOCRON_TEST_KILLS"].flatMap { Int($0) } ?? 40
  private static let people = 20_000

  /// Clients keep asking for records that the worker has to fetch and store. After a number of answers, the worker gets SIGKILL with other
  /// requests in flight; then every answer that said `stored` must be in the file, which must open without being set aside.
  @Test func `nothing that a killed worker has acknowledged is missing`() async throws {
    try await BusHarness.with(people: Self.people, heartbeat: .milliseconds(50)) { bus in
      let acknowledged = Acknowledgements()
      let clients = Task {
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<16 { group.addTask { await Self.ask(bus, as: number, acknowledged) } }
        }
      }
      var generator = SplitMix64(seed: 10)
      for kill in 1...Self.kills {
        let worker = try await bus.cache()
        try await acknowledged.grow(by: Int.random(in: 1...64, using: &generator))
        worker.send(.kill)
        try await worker.ends(.signaled(.kill))
        try await Self.check(acknowledged.takeNew(), in: bus.cacheFile, "kill \(kill)")
      }
      clients.cancel()
      await clients.value
      try await Self.check(acknowledged.all, in: bus.cacheFile, "at the end")
      #expect(acknowledged.all.count >= Self.kills)
    }
  }

  /// Asks for one record after the other, and now and then for a new validation of an earlier one, until the task is cancelled.
  private static func ask(_ bus: BusHarness, as number: Int, _ acknowledged: Acknowledgements) async {
    var id = number + 1
    while !Task.isCancelled, id <= people {
      let validation = Validation(revalidate: id % 5 == 0)
      for reference in [Reference(.people, id), Reference(.people, max(1, id - 160))].prefix(validation.revalidate ? 2 : 1) {
        let request = RecordRequest(reference, validation: validation).request
        guard let reply = try? await bus.client.ask(ServiceName.cache.text, request, within: .testLimit) else { continue }
        if reply.status == 200, reply.cacheStatus?.contains("; stored") == true { acknowledged.add(reference, reply.content) }
      }
      id += 16
    }
  }

  /// Opens the file as a worker does. Reports entries that are missing, differ from the answer or are not counted.
  private static func check(_ entries: [Reference: [UInt8]], in file: String, _ comment: String) async throws {
    let log = LogRecorder()
    let store = try SQLiteStore(file: file, logger: log.logger)
    var missing: [Reference] = []
    for (reference, body) in entries where try await store.entry(for: .record(reference))?.body != body { missing.append(reference) }
    #expect(missing.isEmpty, "\(comment): \(missing.count) of \(entries.count) acknowledged entries are missing")
    #expect(try await store.usage().entries >= entries.count, "\(comment)")
    #expect(log.lines == [], "\(comment)")
    #expect(!FileSystem.exists("\(file).damaged-1"), "\(comment)")
    await store.close()
  }
}

/// The answers that said they were stored.
private final class Acknowledgements: Sendable {
  private struct State {
    var all: [Reference: [UInt8]] = [:]
    var new: [Reference: [UInt8]] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  var all: [Reference: [UInt8]] { state.withLock { $0.all } }
  private var count: Int { state.withLock { $0.count } }

  func add(_ reference: Reference, _ body: [UInt8]) {
    state.withLock { state in
      state.all[reference] = body
      state.new[reference] = body
      state.count += 1
    }
  }

  /// Returns the answers since the last call.
  func takeNew() -> [Reference: [UInt8]] {
    state.withLock { state in
      defer { state.new = [:] }
      return state.new
    }
  }

  /// Waits for `number` more answers.
  func grow(by number: Int) async throws {
    let goal = count + number
    try await eventually("\(number) answers") { count >= goal }
  }
}
