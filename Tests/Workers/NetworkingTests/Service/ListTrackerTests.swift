import Contracts
import MessageBus
import Models
import OrderedJSON
import ServiceTestSupport
import TestSupport
import Testing

@testable import Networking

@Suite struct ListTrackerTests {
  static let start = ContinuousClock.now
  static let list = OriginList(people, search: nil)

  func page(_ number: Int, _ ids: some Sequence<Int>, of pages: Int, count: Int) -> OriginPage {
    OriginPage(records: ids.map { Record(unknown: Reference(people, $0), extras: [:]) }, number: number, pages: pages, count: count)
  }

  @Test func `correct pages are unchanged`() throws {
    var tracker = ListTracker()
    for number in 1...9 {
      let page = page(number, (number - 1) * 10..<min(82, number * 10), of: 9, count: 82)
      #expect(try tracker.add(page, of: Self.list, now: Self.start) == page)
    }
  }

  @Test func `records that are counted but not returned are missing`() throws {
    var tracker = ListTracker()
    let only = try tracker.add(page(1, 1...10, of: 1, count: 60), of: Self.list, now: Self.start)
    #expect((only.pages, only.count, only.missing) == (1, 10, 50))
    tracker = ListTracker()
    _ = try tracker.add(page(1, 1...10, of: 6, count: 60), of: Self.list, now: Self.start)
    let last = try tracker.add(page(2, 11...15, of: 2, count: 60), of: Self.list, now: Self.start)
    #expect((last.pages, last.count, last.missing) == (2, 15, 45))
  }

  @Test(arguments: [[Int](), Array(1...10), [10, 9, 1]])
  func `a list ends before a page without new records`(ids: [Int]) throws {
    var tracker = ListTracker()
    let first = page(1, 1...10, of: 6, count: 60)
    #expect(try tracker.add(first, of: Self.list, now: Self.start).pages == 6)
    let error = #expect(throws: OriginError.self) { try tracker.add(page(2, ids, of: 6, count: 60), of: Self.list, now: Self.start) }
    #expect(error?.code == .notFound)
    #expect((error?.pages, error?.missing) == (1, 50))
    // Later pages are not requested any more, and the first page is corrected.
    for number in 2...6 { #expect(tracker.errorIfBeyondEnd(number, of: Self.list, now: Self.start)?.pages == 1) }
    #expect(tracker.errorIfBeyondEnd(1, of: Self.list, now: Self.start) == nil)
    let again = try tracker.add(first, of: Self.list, now: Self.start)
    #expect((again.pages, again.count, again.missing) == (1, 10, 50))
  }

  @Test func `the end expires, and is reset when the first page changes`() throws {
    var tracker = ListTracker()
    _ = try tracker.add(page(1, 1...10, of: 6, count: 60), of: Self.list, now: Self.start)
    #expect(throws: OriginError.self) { try tracker.add(page(2, 1...10, of: 6, count: 60), of: Self.list, now: Self.start) }
    #expect(tracker.errorIfBeyondEnd(2, of: Self.list, now: Self.start + .seconds(600)) == nil)
    #expect(try tracker.add(page(1, 11...20, of: 6, count: 60), of: Self.list, now: Self.start).pages == 6)
    #expect(tracker.errorIfBeyondEnd(2, of: Self.list, now: Self.start) == nil)
  }

  /// Copying the records of the earlier pages for each page would take minutes.
  @Test func `adding a page is cheap however long the list is`() throws {
    var limits = ListTracker.Limits()
    (limits.pages, limits.records, limits.recordsOfAllLists) = (100_000, 1_000_000, 1_000_000)
    var tracker = ListTracker(limits)
    let pages = 60_000
    for number in 1...pages {
      _ = try tracker.add(page(number, (3 * number)..<(3 * number + 3), of: pages, count: 3 * pages), of: Self.list, now: Self.start)
    }
    #expect(tracker.count == 1)
    #expect(tracker.errorIfBeyondEnd(pages, of: Self.list, now: Self.start) == nil)
  }

  @Test func `a list that shifts while it is read continues`() throws {
    var tracker = ListTracker()
    _ = try tracker.add(page(1, 1...10, of: 2, count: 15), of: Self.list, now: Self.start)
    #expect(try tracker.add(page(2, 10...15, of: 2, count: 15), of: Self.list, now: Self.start).records.count == 6)
  }

  @Test func `pages, records and bytes are limited`() throws {
    var limits = ListTracker.Limits()
    limits.pages = 20
    limits.records = 100
    var tracker = ListTracker(limits)
    let first = try tracker.add(page(1, 0..<10, of: 100_000_000, count: 1_000_000_000), of: Self.list, now: Self.start)
    #expect((first.pages, first.count, first.missing) == (20, 200, 999_999_800))
    #expect(tracker.errorIfBeyondEnd(21, of: Self.list, now: Self.start)?.pages == 20)
    for number in 2...10 {
      let page = page(number, number * 10..<number * 10 + 10, of: 100_000_000, count: 1_000_000_000)
      _ = try tracker.add(page, of: Self.list, now: Self.start)
    }
    #expect(tracker.errorIfBeyondEnd(11, of: Self.list, now: Self.start)?.pages == 10)
    limits.bytes = 1_000
    tracker = ListTracker(limits)
    _ = try tracker.add(page(1, 0..<10, of: 9, count: 90), bytes: 1_000, of: Self.list, now: Self.start)
    #expect(tracker.errorIfBeyondEnd(2, of: Self.list, now: Self.start)?.pages == 1)
  }

  @Test func `the number of lists is limited`() throws {
    var limits = ListTracker.Limits()
    limits.lists = 3
    var tracker = ListTracker(limits)
    for number in 0..<100 {
      let list = OriginList(people, search: "\(number)")
      _ = try tracker.add(page(1, 1...10, of: 6, count: 60), of: list, now: Self.start + .seconds(number))
    }
    #expect(tracker.count == 3)
  }

  @Test func `the number of records of all lists is limited, but the list being read is always kept`() throws {
    var limits = ListTracker.Limits()
    limits.recordsOfAllLists = 100
    var tracker = ListTracker(limits)
    func add(_ number: Int, _ ids: Range<Int>, to search: String, at second: Int) throws {
      let list = OriginList(people, search: search)
      _ = try tracker.add(page(number, ids, of: 9, count: 900), of: list, now: Self.start + .seconds(second))
    }
    for (index, search) in ["a", "b", "c"].enumerated() { try add(1, 0..<40, to: search, at: index) }
    #expect(tracker.count == 2)
    // "b" is the oldest but is being read, so "c" is evicted.
    try add(2, 40..<80, to: "b", at: 3)
    #expect(tracker.count == 1)
    try add(3, 80..<200, to: "b", at: 4)
    #expect(tracker.count == 1)
    #expect(throws: OriginError.self) { try add(4, 0..<40, to: "b", at: 5) }
    // A list that is replaced or evicted no longer counts.
    try add(1, 0..<40, to: "d", at: 6)
    try add(1, 500..<540, to: "d", at: 7)
    try add(1, 0..<40, to: "e", at: 8)
    #expect(tracker.count == 2)
  }

  /// The server returns the first page for every number and claims any count.
  @Test(arguments: [60, 1_000_000_000]) func `reading a list from a server that repeats its first page ends`(count: Int) async throws {
    let results = (1...10).map { #"{"name":"x","url":"http://x/api/people/\#($0)/"}"# }.joined(separator: ",")
    try await withServer { _, _ in
      [.answer(#"{"count":\#(count),"next":"http://x/api/people/?page=2","results":[\#(results)]}"#)]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let service = FetchService(origin, timeout: .testLimit)
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
