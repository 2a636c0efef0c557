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
  struct Answer: Sendable {
    let replies: [Reply]
    var parts: [[NameAnswer]] { replies.map { (try? NamesRequest.answer($0)) ?? [] } }
    var names: [Int: String?] {
      Dictionary(parts.joined().map { ($0.reference.id, NameReaderTests.name($0)) }, uniquingKeysWith: { first, _ in first })
    }

    func problem(_ id: Int) -> Problem? {
      for name in parts.joined() where name.reference.id == id { if case .missing(let problem) = name.content { return problem } }
      return nil
    }
  }

  private static func name(_ answer: NameAnswer) -> String? {
    if case .label(let label) = answer.content { label["name"]?.string } else { nil }
  }

  private static func people(_ ids: some Sequence<Int>, _ validation: Validation = Validation()) -> Request {
    NamesRequest(ids.map { Reference(.people, $0) }, validation: validation).request
  }

  private static func ids(_ answers: [NameAnswer]) -> [Int] { answers.map(\.reference.id) }

  private static func expected(_ ids: ClosedRange<Int>) -> [Int: String?] {
    Dictionary(uniqueKeysWithValues: ids.map { ($0, "Person \(1_000 - $0)") })
  }

  private func answer(to request: Request, _ harness: CacheHarness) async -> Answer {
    Answer(replies: await harness.service.stream(request))
  }

  private func names(_ ids: some Sequence<Int>, _ harness: CacheHarness, _ validation: Validation = Validation()) async -> Answer {
    await answer(to: Self.people(ids, validation), harness)
  }

  @Test func `names in memory come first, those in the store next, and those that must be fetched last`() async throws {
    let harness = CacheHarness()
    for id in 1...3 { _ = await harness.record(id) }
    harness.service.context.tier.invalidate(.changed(Reference(.people, 3)))
    harness.source.hold()
    async let names = names([1, 9, 3, 2], harness)
    await harness.source.waitForRequests(4)
    harness.source.release()
    let answer = await names
    #expect(answer.parts.map(Self.ids) == [[1, 2], [3], [9]])
    #expect(answer.parts.last == [NameAnswer(Reference(.people, 9), .label(FakeSource.record(Reference(.people, 9), "Person 991")))])
  }

  @Test func `a record that is missing or fails does not affect the others`() async throws {
    let harness = CacheHarness()
    harness.source.rename(Reference(.people, 2), nil)
    harness.source.setHook { request, _ in request.target.path.last == "3" ? Reply(.originDown) : nil }
    for _ in 1...2 {
      let answer = await names(1...4, harness)
      #expect(answer.names == [1: "Person 999", 2: nil, 3: nil, 4: "Person 996"])
      #expect(answer.problem(2)?.type == ProblemType.notFound)
      #expect(answer.problem(3) == .originDown)
    }
    // The second answer is made from the cached answers and the failure, whose backoff has not ended.
    #expect(harness.source.requests.count == 4)
  }

  @Test func `at the deadline the names that have not arrived are missing`() async throws {
    let harness = CacheHarness(people: 200)
    _ = await harness.record(1)
    harness.source.hold()
    var request = Self.people(1...100)
    request.deadline = .milliseconds(300)
    let answer = await answer(to: request, harness)
    #expect(answer.names[1] == "Person 999" && answer.names.keys.sorted() == Array(1...100))
    #expect((2...100).allSatisfy { answer.problem($0)?.type == ProblemType.deadline })
    // Fetches that had not been started at the deadline are not started after it. The others are for the record before and for the list.
    #expect(harness.source.requests.count <= 2 + NameReader.concurrency)
    harness.source.release()
  }

  @Test func `one request fetches a limited number of records at once`() async throws {
    let harness = CacheHarness(people: 200)
    harness.source.hold()
    // A revalidation uses no list.
    async let names = names(1...150, harness, Validation(revalidate: true))
    await harness.source.waitForRequests(NameReader.concurrency)
    try await harness.waiting(NameReader.concurrency)
    #expect(harness.source.requests.count == NameReader.concurrency)
    harness.source.release()
    #expect(await names.names == Self.expected(1...150))
  }

  @Test func `only-if-cached never fetches, and no-cache always does`() async throws {
    let harness = CacheHarness()
    _ = await harness.record(1)
    let cached = await names([1, 2], harness, Validation(onlyIfCached: true))
    #expect(cached.names[1] == "Person 999" && cached.problem(2)?.type == ProblemType.notCached)
    #expect(harness.source.requests.count == 1)
    harness.source.rename(Reference(.people, 1), "Renamed")
    #expect(await names([1], harness, Validation(revalidate: true)).names == [1: "Renamed"])
    #expect(harness.source.requests.count == 2)
  }

  @Test func `many names are read from the pages of the list`() async throws {
    let harness = CacheHarness(people: 60)
    let answer = await names(1...60, harness)
    #expect(answer.names == Self.expected(1...60))
    #expect(harness.source.requests.sorted() == ["GET /people"] + (2...6).map { "GET /people?page=\($0)" })
    // The names were not cached.
    #expect(answer.replies.last?.cacheStatus == "holocron; fwd=miss; fwd-status=200; stored; collapsed")
  }

  @Test func `the first page decides whether the others are fewer requests than the rest of the records`() async throws {
    // 5 further pages for 10 records, and 6 for as many.
    for (people, count) in [(60, 6), (70, 11)] {
      let harness = CacheHarness(people: people)
      #expect(await names(11...20, harness).names == Self.expected(11...20))
      #expect(harness.source.requests.count == count)
      #expect(harness.source.requests.first == "GET /people")
    }
  }

  @Test func `records that are not in the list are requested one by one`() async throws {
    let harness = CacheHarness(people: 30)
    harness.source.setUnlisted([Reference(.people, 12)])
    harness.source.rename(Reference(.people, 25), nil)
    let names = await names(1...30, harness).names
    #expect(names[12] == "Person 988" && names[25] == .some(nil) && names.count == 30)
    let requests = ["GET /people", "GET /people/12", "GET /people/25", "GET /people?page=2", "GET /people?page=3"]
    #expect(harness.source.requests.sorted() == requests)
  }

  /// A list that hangs must leave time for the records.
  @Test func `an origin that fails to list is asked for each record`() async throws {
    let harness = CacheHarness()
    let limit = Mutex(Duration.zero)
    harness.source.setHook { request, limitOfRequest in
      guard request.target.path.count == 1 else { return nil }
      limit.withLock { $0 = limitOfRequest }
      return Reply(.originDown)
    }
    var request = Self.people(1...20)
    request.deadline = .seconds(600)
    let answer = await answer(to: request, harness)
    #expect((.seconds(1) ... .seconds(300)).contains(limit.withLock(\.self)))
    #expect(answer.names == Self.expected(1...20))
    #expect(harness.source.requests.count == 21)
  }

  @Test(arguments: [Validation(revalidate: true), Validation(noStore: true)])
  func `a request that needs newer records, or must not be stored, does not use the list`(validation: Validation) async throws {
    let harness = CacheHarness(people: 25)
    #expect(await names(1...25, harness, validation).names == Self.expected(1...25))
    #expect(Set(harness.source.requests) == Set((1...25).map { "GET /people/\($0)" }))
  }
}
