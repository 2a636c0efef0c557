import Models
import OrderedJSON
import Testing

@testable import Networking

@Suite struct WholeListsTests {
  let start = ContinuousClock.now

  private func response(_ count: Int?, tag: String? = nil, size: Int = 100) -> OriginResponse {
    let page = count.map { count in
      OriginPage(records: (0..<count).map { Record(unknown: Reference(people, $0 + 1), extras: [:]) }, number: 1, pages: 1, count: count)
    }
    return OriginResponse(content: page.map { .page($0) }, entityTag: tag, size: size)
  }

  @Test func `a list answers until it is too old`() {
    var lists = WholeLists(WholeLists.Limits(retention: .seconds(30)))
    _ = lists.keep(response(3, tag: "a"), "u", now: start)
    let fresh = lists.list("u", entityTag: nil, now: start + .seconds(29))
    #expect(fresh?.response.content?.count == 3)
    let tagged = lists.list("u", entityTag: "b", now: start + .seconds(29))
    #expect(tagged?.age == .seconds(29))
    let expired = lists.list("u", entityTag: nil, now: start + .seconds(30))
    #expect(expired == nil)
    let unknown = lists.list("v", entityTag: nil, now: start)
    #expect(unknown == nil)
  }

  @Test func `an unchanged list without content answers those who have it`() {
    var lists = WholeLists()
    #expect(lists.keep(response(nil, tag: "a"), "u", now: start).content == nil)
    let own = lists.list("u", entityTag: "a", now: start)
    #expect(own != nil)
    let other = lists.list("u", entityTag: "b", now: start)
    #expect(other == nil)
    let untagged = lists.list("u", entityTag: nil, now: start)
    #expect(untagged == nil)
  }

  @Test func `confirmation renews a list with the same tag only`() {
    var lists = WholeLists(WholeLists.Limits(retention: .seconds(30)))
    _ = lists.keep(response(3, tag: "a"), "u", now: start)
    #expect(lists.keep(response(nil, tag: "a", size: 0), "u", now: start + .seconds(20)).content?.count == 3)
    let renewed = lists.list("u", entityTag: nil, now: start + .seconds(49))
    #expect(renewed?.response.content?.count == 3)
    #expect(lists.keep(response(nil, tag: "b", size: 0), "u", now: start + .seconds(50)).content == nil)
    let forgotten = lists.list("u", entityTag: nil, now: start + .seconds(50))
    #expect(forgotten == nil)
  }

  @Test func `lists that are too old are removed, except the one that may be confirmed`() {
    var lists = WholeLists(WholeLists.Limits(retention: .seconds(30)))
    _ = lists.keep(response(3, tag: "a"), "u", now: start)
    _ = lists.keep(response(3, tag: "a"), "v", now: start)
    let stale = lists.list("u", entityTag: nil, now: start + .seconds(30))
    #expect(stale == nil)
    let confirmed = lists.keep(response(nil, tag: "a", size: 0), "u", now: start + .seconds(31))
    #expect(confirmed.content?.count == 3)
    #expect(lists.count == 1)
    _ = lists.keep(response(3), "w", now: start + .seconds(61))
    #expect(lists.count == 1)
  }

  @Test func `the number and the size of lists are bounded`() {
    var lists = WholeLists(WholeLists.Limits(lists: 3, bytes: 250 * WholeLists.memoryPerByte))
    for number in 1...4 { _ = lists.keep(response(1, size: 50), "\(number)", now: start) }
    #expect(lists.count == 3)
    let first = lists.list("1", entityTag: nil, now: start)
    #expect(first == nil)
    _ = lists.keep(response(1, size: 200), "5", now: start)
    #expect(lists.count == 2)
    let fourth = lists.list("4", entityTag: nil, now: start)
    #expect(fourth != nil)
    // Larger than all together: returned, but not kept.
    #expect(lists.keep(response(1, size: 251), "5", now: start).content?.count == 1)
    let fifth = lists.list("5", entityTag: nil, now: start)
    #expect(fifth == nil)
    #expect(lists.count == 1)
  }
}

extension OriginContent {
  fileprivate var count: Int? { if case .page(let page) = self { page.count } else { nil } }
}
