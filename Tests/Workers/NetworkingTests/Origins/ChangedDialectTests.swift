import Dialects
import Models
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Networking

/// Servers that answer in another dialect than before.
@Suite struct ChangedDialectTests {
  static let techRecord =
    #"{"message":"ok","result":{"uid":"1","properties":{"name":"Luke Skywalker","url":"https://x/api/people/1"}}}"#

  @Test func `a server that changes its dialect is understood without a restart`() async throws {
    let isChanged = Shared(false)
    let server = try await ScriptedServer.start { head, _ in
      let isRoot = head.hasPrefix("GET /api/ ")
      guard isChanged.value else { return [isRoot ? .root : .luke] }
      return [.answer(isRoot ? DialectOriginTests.techRoot : Self.techRecord)]
    }
    try await withHTTPOrigin(server.base) { origin in
      _ = try await origin.record(luke)
      isChanged.change { $0 = true }
      for _ in 0..<2 {
        let record = try await origin.record(luke).content
        #expect(record?.name == "Luke Skywalker")
      }
      #expect(server.targets == ["/api/", "/api/people/1/", "/api/people/1/", "/api/", "/api/people/1", "/api/people/1"])
    }
    await server.stop()
  }

  /// The root is read before any record, as at the start of a list of all kinds.
  @Test(arguments: [true, false])
  func `the kinds of a server that changes its dialect are read without a restart`(isTechFirst: Bool) async throws {
    let isTech = Shared(isTechFirst)
    let server = try await ScriptedServer.start { head, _ in
      let isRoot = head.hasPrefix("GET /api/ ")
      return isTech.value ? [.answer(isRoot ? DialectOriginTests.techRoot : Self.techRecord)] : [isRoot ? .root : .luke]
    }
    try await withHTTPOrigin(server.base) { origin in
      let kinds = [true: ["films", "people"], false: ["people", "droids"]]
      let before = try await origin.kinds().map(\.text)
      #expect(before == kinds[isTechFirst])
      isTech.change { $0.toggle() }
      let after = try await origin.kinds().map(\.text)
      #expect(after == kinds[!isTechFirst])
      // Records are read in the new dialect at once.
      let record = try await origin.record(luke).content
      #expect(record?.name == "Luke Skywalker")
      #expect(server.targets.last == (isTechFirst ? "/api/people/1/" : "/api/people/1"))
    }
    await server.stop()
  }

  @Test func `a damaged document leads to one detection, and the dialect stays`() async throws {
    let server = try await ScriptedServer.start { head, _ in
      [head.hasPrefix("GET /api/ ") ? .root : head.hasPrefix("GET /api/people/1/ ") ? .luke : .answer("[]")]
    }
    try await withHTTPOrigin(server.base) { origin in
      _ = try await origin.record(luke)
      for _ in 0..<3 {
        let error = await #expect(throws: OriginError.self) { try await origin.record(Reference(people, 2)) }
        #expect(error?.code == .malformed)
      }
      let record = try await origin.record(luke).content
      #expect(record?.name == "Luke Skywalker")
      #expect(server.targets.count { $0 == "/api/" } == 2)
    }
    await server.stop()
  }

  /// A page that a proxy sends for everything is in no dialect.
  @Test func `during an outage, the known dialect stays`() async throws {
    let isDown = Shared(false)
    let server = try await ScriptedServer.start { head, _ in
      guard !isDown.value else { return [.answer("<h1>Back soon</h1>", type: "text/html")] }
      return [head.hasPrefix("GET /api/ ") ? .root : .luke]
    }
    try await withHTTPOrigin(server.base) { origin in
      _ = try await origin.record(luke)
      isDown.change { $0 = true }
      for _ in 0..<2 { await #expect(throws: OriginError.self) { try await origin.record(luke) } }
      isDown.change { $0 = false }
      let record = try await origin.record(luke).content
      #expect(record?.name == "Luke Skywalker")
      #expect(server.targets.count { $0 == "/api/" } == 2)
    }
    await server.stop()
  }
}
