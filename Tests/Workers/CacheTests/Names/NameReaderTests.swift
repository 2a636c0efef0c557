import Contracts
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import Cache

/// The names of given records.
@Suite struct NameReaderTests {
  /// The parts of an answer in the order in which they were sent.
  final class Parts: Sendable {
    private let parts = Mutex<[[NameAnswer]]>([])

    var collector: ReplyParts {
      ReplyParts(client: "somebody") { [self] part in
        let answers = (try? NamesRequest.answer(part)) ?? []
        parts.withLock { $0.append(answers) }
      }
    }

    var all: [[NameAnswer]] { parts.withLock(\.self) }
  }

  static func people(_ ids: some Sequence<Int>, _ validation: Validation = Validation()) -> NamesRequest {
    NamesRequest(ids.map { Reference(.people, $0) }, validation: validation)
  }

  static func ids(_ answers: [NameAnswer]) -> [Int] { answers.map(\.reference.id) }

  static func names(_ answers: [NameAnswer]) -> [String?] {
    answers.map { if case .label(let label) = $0.content { label["name"]?.string } else { nil } }
  }

  static func problem(_ answer: NameAnswer?) -> Problem? { if case .missing(let problem)? = answer?.content { problem } else { nil } }

  /// Returns the final part; the others are added to `parts`.
  private func finalPart(_ service: CacheService, _ request: NamesRequest, _ parts: Parts) async throws -> [NameAnswer] {
    try NamesRequest.answer(await service.answer(request.request, parts: parts.collector))
  }

  /// Returns the names of all parts in the order of their arrival.
  private func answers(_ service: CacheService, _ request: NamesRequest) async throws -> [NameAnswer] {
    let parts = Parts()
    let last = try await finalPart(service, request, parts)
    return parts.all.flatMap(\.self) + last
  }

  @Test func `cached names arrive first, in one part, while a fetch hangs`() async throws {
    let harness = CacheHarness()
    for id in 1...3 { _ = await harness.record(id) }
    harness.source.hold()
    let parts = Parts()
    let reply = Task { await harness.service.answer(Self.people([1, 9, 2, 3]).request, parts: parts.collector) }
    await harness.source.waitForRequests(4)
    #expect(parts.all.map(Self.ids) == [[1, 2, 3]])
    harness.source.release()
    let last = try NamesRequest.answer(await reply.value)
    #expect(last == [NameAnswer(Reference(.people, 9), .label(FakeSource.record(Reference(.people, 9), "Person 991")))])
    #expect(parts.all.count == 1)
  }

  @Test func `names in memory do not wait for the store`() async throws {
    let store = HeldStore()
    let harness = CacheHarness(store: store)
    for id in 1...3 { _ = await harness.record(id) }
    harness.service.context.tier.invalidate(.changed(Reference(.people, 3)))
    store.gate.hold()
    let parts = Parts()
    let reply = Task { await harness.service.answer(Self.people([1, 3, 2]).request, parts: parts.collector) }
    try await eventually("the third name is read from the store") { store.gate.heldCount == 1 }
    #expect(parts.all.map(Self.ids) == [[1, 2]])
    store.gate.release()
    #expect(Self.ids(try NamesRequest.answer(await reply.value)) == [3])
    #expect(parts.all.count == 1)
    #expect(harness.source.requests.count == 3)
  }

  @Test func `each fetched name is sent when it arrives`() async throws {
    let harness = CacheHarness()
    let parts = Parts()
    let last = try await finalPart(harness.service, Self.people(1...5), parts)
    #expect(parts.all.map(\.count) == [1, 1, 1, 1])
    #expect(Set(Self.ids(parts.all.flatMap(\.self) + last)) == Set(1...5))
    #expect(harness.source.requests.count == 5)
  }

  @Test func `a record that is missing or fails does not affect the others`() async throws {
    struct FailingSource: Source {
      let source: FakeSource
      func fetch(_ request: Request, within limit: Duration) async -> Reply {
        request.target.path.last == "3" ? Reply(.originDown) : await source.fetch(request, within: limit)
      }
    }
    let source = FakeSource()
    source.rename(Reference(.people, 2), nil)
    let service = CacheService(store: SQLiteStore(), source: FailingSource(source: source), settings: .longTimeouts, logger: .silent)
    for _ in 1...2 {
      let all = try await answers(service, Self.people(1...4)).sorted { $0.reference < $1.reference }
      #expect(Self.names(all) == ["Person 999", nil, nil, "Person 996"])
      #expect(Self.problem(all[1])?.type == ProblemType.notFound)
      #expect(Self.problem(all[2]) == .originDown)
    }
    // The second answer is made from the cached answers and the failure, whose backoff has not ended.
    #expect(source.requests.count == 3)
  }

  @Test func `at the deadline the names that have not arrived are missing`() async throws {
    let harness = CacheHarness(people: 200)
    _ = await harness.record(1)
    harness.source.hold()
    var request = Self.people(1...100).request
    request.deadline = .milliseconds(300)
    let parts = Parts()
    let last = try NamesRequest.answer(await harness.service.answer(request, parts: parts.collector))
    let answers = parts.all.flatMap(\.self) + last
    #expect(answers.first == NameAnswer(Reference(.people, 1), .label(FakeSource.record(Reference(.people, 1), "Person 999"))))
    #expect(Self.ids(answers).sorted() == Array(1...100))
    #expect(answers.dropFirst().allSatisfy { Self.problem($0)?.type == ProblemType.deadline })
    // Fetches that had not been started at the deadline are not started after it.
    // The others are for the record before and for the list.
    #expect(harness.source.requests.count <= 2 + NameReader.concurrency)
    harness.source.release()
  }

  @Test func `one request fetches a limited number of records at once`() async throws {
    let harness = CacheHarness(people: 200)
    harness.source.hold()
    let parts = Parts()
    // A revalidation uses no list.
    let request = Self.people(1...150, Validation(revalidate: true)).request
    let reply = Task { await harness.service.answer(request, parts: parts.collector) }
    await harness.source.waitForRequests(NameReader.concurrency)
    try await eventually("all of them wait") { harness.service.lookup.flights.waiterCount == NameReader.concurrency }
    #expect(harness.source.requests.count == NameReader.concurrency)
    harness.source.release()
    let last = try NamesRequest.answer(await reply.value)
    #expect(Set(Self.ids(parts.all.flatMap(\.self) + last)) == Set(1...150))
  }

  @Test func `only-if-cached never fetches, and no-cache always does`() async throws {
    let harness = CacheHarness()
    _ = await harness.record(1)
    let cached = try await answers(harness.service, Self.people([1, 2], Validation(onlyIfCached: true)))
    #expect(Self.names(cached).contains("Person 999"))
    #expect(Self.problem(cached.first { $0.reference.id == 2 })?.type == ProblemType.notCached)
    #expect(harness.source.requests.count == 1)
    harness.source.rename(Reference(.people, 1), "Renamed")
    #expect(Self.names(try await answers(harness.service, Self.people([1], Validation(revalidate: true)))) == ["Renamed"])
    #expect(harness.source.requests.count == 2)
  }

  private func names(
    of ids: some Sequence<Int>, _ harness: CacheHarness, _ validation: Validation = Validation()
  ) async throws -> (names: [Int: String?], status: String?) {
    let parts = Parts()
    let reply = await harness.service.answer(Self.people(ids, validation).request, parts: parts.collector)
    let answers = parts.all.flatMap(\.self) + (try NamesRequest.answer(reply))
    let names = zip(Self.ids(answers), Self.names(answers))
    return (Dictionary(names) { first, _ in first }, reply.fields["cache-status"])
  }

  private static func expected(_ ids: ClosedRange<Int>) -> [Int: String?] {
    Dictionary(uniqueKeysWithValues: ids.map { ($0, "Person \(1_000 - $0)") })
  }

  @Test func `many names are read from the pages of the list`() async throws {
    let harness = CacheHarness(people: 60)
    let (names, status) = try await names(of: 1...60, harness)
    #expect(names == Self.expected(1...60))
    #expect(harness.source.requests.sorted() == ["GET /people"] + (2...6).map { "GET /people?page=\($0)" })
    // The names were not cached.
    #expect(status == "holocron; fwd=miss; fwd-status=200; stored; collapsed")
  }

  @Test func `the first page decides whether the others are fewer requests than the rest of the records`() async throws {
    // 5 further pages for 10 records, and 6 for as many.
    for (people, count) in [(60, 6), (70, 11)] {
      let harness = CacheHarness(people: people)
      #expect(try await names(of: 11...20, harness).names == Self.expected(11...20))
      #expect(harness.source.requests.count == count)
      #expect(harness.source.requests.first == "GET /people")
    }
  }

  @Test func `records that are not in the list are requested one by one`() async throws {
    let harness = CacheHarness(people: 30)
    harness.source.setUnlisted([Reference(.people, 12)])
    harness.source.rename(Reference(.people, 25), nil)
    let (names, _) = try await names(of: 1...30, harness)
    #expect(names[12] == "Person 988")
    #expect(names[25] == .some(nil))
    #expect(names.count == 30)
    let requests = ["GET /people", "GET /people/12", "GET /people/25", "GET /people?page=2", "GET /people?page=3"]
    #expect(harness.source.requests.sorted() == requests)
  }

  /// A list that hangs must leave time for the records.
  @Test func `an origin that fails to list is asked for each record`() async throws {
    final class SourceWithoutLists: Source {
      let source = FakeSource()
      /// How long a list may take.
      let limit = Mutex(Duration.zero)

      func fetch(_ request: Request, within limit: Duration) async -> Reply {
        guard request.target.path.count == 1 else { return await source.fetch(request, within: limit) }
        self.limit.withLock { $0 = limit }
        return Reply(.originDown)
      }
    }
    let source = SourceWithoutLists()
    let service = CacheService(store: SQLiteStore(), source: source, settings: .longTimeouts, logger: .silent)
    let parts = Parts()
    var request = Self.people(1...20).request
    request.deadline = .seconds(600)
    let reply = await service.answer(request, parts: parts.collector)
    #expect((.seconds(1) ... .seconds(300)).contains(source.limit.withLock(\.self)))
    let answers = parts.all.flatMap(\.self) + (try NamesRequest.answer(reply))
    #expect(Set(Self.names(answers)) == Set((1...20).map { "Person \(1_000 - $0)" }))
    #expect(source.source.requests.count == 20)
  }

  @Test(arguments: [Validation(revalidate: true), Validation(noStore: true)])
  func `a request that needs newer records, or must not be stored, does not use the list`(validation: Validation) async throws {
    let harness = CacheHarness(people: 25)
    #expect(try await names(of: 1...25, harness, validation).names == Self.expected(1...25))
    #expect(Set(harness.source.requests) == Set((1...25).map { "GET /people/\($0)" }))
  }
}
