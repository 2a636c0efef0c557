import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Networking

@Suite struct ListWalksTests {
  static let start = ContinuousClock.now
  static let list = ListWalks.List(kind: people, search: nil)

  func page(_ number: Int, _ ids: some Sequence<Int>, of pages: Int, count: Int) -> OriginPage {
    OriginPage(records: ids.map { Record(unknown: Reference(people, $0), extras: [:]) }, number: number, pages: pages, count: count)
  }

  @Test func whatIsRealPassesAsItIs() throws {
    var walks = ListWalks()
    for number in 1...9 {
      let page = page(number, (number - 1) * 10..<min(82, number * 10), of: 9, count: 82)
      #expect(try walks.take(page, of: Self.list, now: Self.start) == page)
    }
  }

  @Test func recordsThatAreCountedAndNotGivenAreMissing() throws {
    var walks = ListWalks()
    let only = try walks.take(page(1, 1...10, of: 1, count: 60), of: Self.list, now: Self.start)
    #expect((only.pages, only.count, only.missing) == (1, 10, 50))
    walks = ListWalks()
    _ = try walks.take(page(1, 1...10, of: 6, count: 60), of: Self.list, now: Self.start)
    let last = try walks.take(page(2, 11...15, of: 2, count: 60), of: Self.list, now: Self.start)
    #expect((last.pages, last.count, last.missing) == (2, 15, 45))
  }

  @Test(arguments: [[Int](), Array(1...10), [10, 9, 1]])
  func aListEndsBeforeAPageThatGivesNothingNew(ids: [Int]) throws {
    var walks = ListWalks()
    let first = page(1, 1...10, of: 6, count: 60)
    #expect(try walks.take(first, of: Self.list, now: Self.start).pages == 6)
    let error = #expect(throws: OriginError.self) { try walks.take(page(2, ids, of: 6, count: 60), of: Self.list, now: Self.start) }
    #expect(error?.code == .notFound)
    #expect((error?.pages, error?.missing) == (1, 50))
    // Nobody asks for the pages behind it any more, and the first one says how it is.
    for number in 2...6 { #expect(walks.beyond(number, of: Self.list, now: Self.start)?.pages == 1) }
    #expect(walks.beyond(1, of: Self.list, now: Self.start) == nil)
    let again = try walks.take(first, of: Self.list, now: Self.start)
    #expect((again.pages, again.count, again.missing) == (1, 10, 50))
  }

  @Test func anEndIsForgottenInTimeAndWithAnotherFirstPage() throws {
    var walks = ListWalks()
    _ = try walks.take(page(1, 1...10, of: 6, count: 60), of: Self.list, now: Self.start)
    #expect(throws: OriginError.self) { try walks.take(page(2, 1...10, of: 6, count: 60), of: Self.list, now: Self.start) }
    #expect(walks.beyond(2, of: Self.list, now: Self.start + .seconds(600)) == nil)
    #expect(try walks.take(page(1, 11...20, of: 6, count: 60), of: Self.list, now: Self.start).pages == 6)
    #expect(walks.beyond(2, of: Self.list, now: Self.start) == nil)
  }

  @Test func aPageThatComesAgainIsNoRepetition() throws {
    var walks = ListWalks()
    for _ in 0..<2 {
      for number in 1...3 {
        _ = try walks.take(page(number, number * 10..<number * 10 + 10, of: 3, count: 30), of: Self.list, now: Self.start)
      }
    }
  }

  @Test func aListThatMovedWhileItWasReadGoesOn() throws {
    var walks = ListWalks()
    _ = try walks.take(page(1, 1...10, of: 2, count: 15), of: Self.list, now: Self.start)
    #expect(try walks.take(page(2, 10...15, of: 2, count: 15), of: Self.list, now: Self.start).records.count == 6)
  }

  @Test func pagesRecordsAndBytesAreBounded() throws {
    var limits = ListWalks.Limits()
    limits.pages = 20
    limits.records = 100
    var walks = ListWalks(limits)
    let first = try walks.take(page(1, 0..<10, of: 100_000_000, count: 1_000_000_000), of: Self.list, now: Self.start)
    #expect((first.pages, first.count, first.missing) == (20, 200, 999_999_800))
    #expect(walks.beyond(21, of: Self.list, now: Self.start)?.pages == 20)
    for number in 2...10 {
      let page = page(number, number * 10..<number * 10 + 10, of: 100_000_000, count: 1_000_000_000)
      _ = try walks.take(page, of: Self.list, now: Self.start)
    }
    #expect(walks.beyond(11, of: Self.list, now: Self.start)?.pages == 10)
    limits.bytes = 1_000
    walks = ListWalks(limits)
    _ = try walks.take(page(1, 0..<10, of: 9, count: 90), of: Self.list, now: Self.start)
    walks.measured(1_000, page: 1, of: Self.list)
    #expect(walks.beyond(2, of: Self.list, now: Self.start)?.pages == 1)
  }

  @Test func listsAreBounded() throws {
    var limits = ListWalks.Limits()
    limits.lists = 3
    var walks = ListWalks(limits)
    for number in 0..<100 {
      let list = ListWalks.List(kind: people, search: "\(number)")
      _ = try walks.take(page(1, 1...10, of: 6, count: 60), of: list, now: Self.start + .seconds(number))
    }
    #expect(walks.count == 3)
  }

  /// A server that gives the first page for every number, and counts as it likes.
  @Test(arguments: [60, 1_000_000_000]) func aWalkThroughAServerThatRepeatsItselfEnds(count: Int) async throws {
    let results = (1...10).map { #"{"name":"x","url":"http://x/api/people/\#($0)/"}"# }.joined(separator: ",")
    try await withServer { _, _ in
      [.answer(#"{"count":\#(count),"next":"http://x/api/people/?page=2","results":[\#(results)]}"#)]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let service = FetchService(origin, timeout: .seconds(60))
        for _ in 0..<3 {
          var number = 1
          var pages = 1
          while number <= pages {
            let reply = await service.answer(ListRequest(people, .page(number)).request, parts: ReplyParts { _ in })
            if let problem = reply.problem {
              #expect(problem.status == 404)
              #expect(problem.extensions["pages"]?.int == 1)
              #expect(problem.extensions["missing"]?.int == count - 10)
              break
            }
            pages = try PageBody(reply.content).pages
            number += 1
          }
          #expect(number <= 2)
        }
        let first = try PageBody(await service.answer(ListRequest(people).request, parts: ReplyParts { _ in }).content)
        #expect((first.pages, first.count, first.missing) == (1, 10, count - 10))
        #expect(server.targets.filter { $0.contains("page=") } == ["/api/people/?page=2"])
      }
    }
  }
}

extension ListWalksTests {
  /// Ten records are inserted at the front after page 1 was read, so the old page 1 is now page 2.
  @Test func aListThatGrewInFrontIsNoRepetition() async throws {
    let hasGrown = Shared(false)
    try await withServer { target, _ in
      let ids = hasGrown.value == target.contains("page=2") ? 1...10 : 11...20
      let results = ids.map { #"{"name":"x","url":"http://x/api/people/\#($0)/"}"# }.joined(separator: ",")
      return [.answer(#"{"count":20,"next":null,"results":[\#(results)]}"#)]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let service = FetchService(origin, timeout: .seconds(60))
        func ids(_ number: Int) async throws -> [Int?] {
          let reply = await service.answer(ListRequest(people, .page(number)).request, parts: ReplyParts { _ in })
          return try #require(try? PageBody(reply.content), "\(reply)").items.map { $0["id"]?.int }
        }
        let first = try await ids(1)
        #expect(first == Array(1...10))
        hasGrown.change { $0 = true }
        let second = try await ids(2)
        #expect(second == Array(1...10))
        let firstNow = try await ids(1)
        #expect(firstNow == Array(11...20))
      }
    }
  }
}

@Suite struct HeldRequestsTests {
  @Test func oneClientMayHaveHalfAndOthersStillFindRoom() throws {
    let held = HeldRequests(most: HeldRequests.Amount(requests: 100, bytes: 10_000))
    var taken = 0
    while (try? held.take(10, from: "greedy")) != nil { taken += 1 }
    #expect(taken == 50)
    for _ in 0..<25 { try held.take(10, from: "other") }
    let problem = #expect(throws: Problem.self) { try held.take(10, from: "greedy") }
    #expect(problem?.status == 503)
    #expect(problem?.type == ProblemType.overloaded)
    for _ in 0..<25 { held.give(10, from: "other") }
    for _ in 0..<taken { held.give(10, from: "greedy") }
    #expect(held.held == HeldRequests.Amount())
  }

  @Test func bytesAreBounded() throws {
    let held = HeldRequests(most: HeldRequests.Amount(requests: 100, bytes: 10_000))
    try held.take(5_000, from: "a")
    #expect(throws: Problem.self) { try held.take(1, from: "a") }
    try held.take(5_000, from: "b")
  }
}
