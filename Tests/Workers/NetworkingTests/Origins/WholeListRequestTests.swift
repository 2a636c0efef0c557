import Models
import ServiceTestSupport
import TestSupport
import Testing

@testable import Networking

/// Requests for lists that a server sends as one document.
@Suite struct WholeListRequestTests {
  private static func list(_ count: Int) -> String {
    "[" + (1...count).map { #"{"name":"Person \#($0)","url":"https://x/api/people/\#($0)"}"# }.joined(separator: ",") + "]"
  }

  /// One client fills the queue, with a list at its end. Another client that wants the list does not wait for the rest of that queue.
  @Test func `a list is requested at the first turn of any client that waits for it`() async throws {
    let (served, serve) = AsyncStream.makeStream(of: String.self)
    try await withServer { target, _ in
      serve.yield(target)
      switch target {
      case "/api/people/100": return [.hang]
      case "/api/people": return [.answer(Self.list(20))]
      default: return [.answer(#"{"name":"x","url":"http://x\#(target)"}"#)]
      }
    } _: { server in
      let settings = HTTPSettings(requestTimeout: .testLimit, concurrency: 1)
      try await withHTTPOrigin(server.base, dialect: "swapi-info", settings) { origin in
        var order = served.makeAsyncIterator()
        // Holds the only permit until all other requests are queued.
        let first = Task { try await origin.record(Reference(people, 100), client: "greedy") }
        #expect(await order.next() == "/api/people/100")
        try await withThrowingTaskGroup { group in
          for id in 1...20 {
            group.addTask { _ = try await origin.record(Reference(people, id), client: "greedy") }
            try await eventually("\(id) waiting") { origin.waitingCount >= id }
          }
          for client in ["greedy", "other"] {
            group.addTask {
              let context = FetchContext(client: client, deadline: .now + .testLimit)
              let page = try await origin.page(2, of: people, search: nil, context)
              #expect(page.content?.records.count == 10)
            }
            let count = client == "greedy" ? 22 : 23
            try await eventually("\(client) waiting") { origin.joinCount >= count && origin.waitingCount == 21 }
          }
          first.cancel()
          var seen: [String] = []
          while seen.count < 21, let target = await order.next() { seen.append(target) }
          let place = seen.firstIndex(of: "/api/people")
          #expect(place.map { $0 < 3 } == true, "\(seen)")
          #expect(seen.count { $0 == "/api/people" } == 1)
          try await group.waitForAll()
        }
      }
    }
  }

  /// A search of a large list would keep the thread that serves all connections, or the bus, busy.
  @Test(arguments: [(20, true), (4_000, false)])
  func `pages of large lists are cut in a task of their own`(count: Int, isOnCaller: Bool) async throws {
    let list = Self.list(count)
    try await withServer { _, _ in
      [.answer(list)]
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: "swapi-info") { origin in
        _ = try await origin.page(1, of: people)
        let query = OriginQuery.page(2, OriginList(people, search: "person"))
        let caller = withUnsafeCurrentTask { $0?.hashValue }
        let finisher = await withCheckedContinuation { continuation in
          origin.fetch(query, FetchContext(deadline: .now + .testLimit)) { _ in
            continuation.resume(returning: withUnsafeCurrentTask { $0?.hashValue })
          }
        }
        #expect((finisher == caller) == isOnCaller)
        #expect(server.targets.count == 1)
      }
    }
  }
}
