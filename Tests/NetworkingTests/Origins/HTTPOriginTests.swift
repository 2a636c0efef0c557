import Models
import OrderedJSON
import Origin
import Testing

@testable import Networking

/// What an HTTP origin sends and reads, against scripted servers.
@Suite struct HTTPOriginTests {
  @Test func introducesItselfAndAsksForJSON() async throws {
    try await withServer { _, _ in
      [.luke]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        _ = try await origin.record(luke, entityTag: "\"abc\"")
        let head = try #require(server.heads.last).lowercased()
        #expect(head.contains("accept: application/json"))
        #expect(head.contains("user-agent: holocron"))
        #expect(head.contains("if-none-match: \"abc\""))
        #expect(!head.contains("accept-encoding"))
      }
    }
  }

  @Test func tagsAndPlacesAreHandedOn() async throws {
    try await withServer { _, number in
      number == 2 ? [.answer(#"{"name":"Luke"}"#, fields: ["etag: \"v1\""])] : [.send("HTTP/1.1 304 Not Modified\r\n\r\n")]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let first = try await origin.record(luke)
        #expect(first.entityTag == "\"v1\"")
        #expect(first.location == "\(server.base)/people/1/")
        let second = try await origin.record(luke, entityTag: first.entityTag)
        #expect(second.content == nil)
        #expect(second.entityTag == "\"v1\"")
      }
    }
  }

  @Test func theDialectIsLookedForOnceItIsNeededAndOnce() async throws {
    try await withServer { _, _ in
      [.luke]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        #expect(server.heads.isEmpty)
        for _ in 0..<3 { _ = try await origin.record(luke) }
        #expect(server.targets == ["/api/", "/api/people/1/", "/api/people/1/", "/api/people/1/"])
      }
    }
  }

  @Test func aNamedDialectIsNotLookedFor() async throws {
    try await withServer { _, _ in
      [.luke]
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: "swapi") { origin in
        _ = try await origin.record(luke)
        #expect(server.targets == ["/api/people/1/"])
      }
    }
  }

  @Test func aRootInNoDialectIsReportedAndLookedAtAgain() async throws {
    let server = try await ScriptedServer.start { head, number in
      head.hasPrefix("GET /api/ ") ? [number == 1 ? .answer(#"{"hello":"world"}"#) : .root] : [.luke]
    }
    try await withHTTPOrigin(server.base) { origin in
      let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
      #expect(error?.code == .malformed)
      #expect(error?.message.contains("--dialect") == true)
      let record = try await origin.record(luke).content
      #expect(record?.name == "Luke Skywalker")
    }
    await server.stop()
  }

  @Test func kindsThatNobodyKnowsPass() async throws {
    let droids = try #require(KindName("droids"))
    try await withServer { target, _ in
      target == "/api/droids/3/" ? [.answer(#"{"name":"R5-D4","motto":["beep"]}"#)] : [.answer("", status: 404)]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        #expect(try await origin.kinds(before: .now + .seconds(60)) == [people, droids])
        let record = try #require(try await origin.record(Reference(droids, 3)).content)
        #expect(record.name == "R5-D4")
        #expect(record.extras["motto"] == ["beep"])
      }
    }
  }

  @Test func nextIsNeverFollowed() async throws {
    let page = #"{"count":2,"next":"http://127.0.0.2/evil","previous":null,"results":[{"name":"Luke","url":"http://x/api/people/1/"}]}"#
    try await withServer { _, _ in
      [.answer(page)]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let first = try await origin.page(1, of: people)
        #expect(first.content?.pages == 2)
        _ = try await origin.page(2, of: people)
        #expect(server.targets == ["/api/", "/api/people/", "/api/people/?page=2"])
      }
    }
  }

  @Test func askingForTheSameAtOnceAsksOnce() async throws {
    try await withOrigin(OriginSettings(port: 0, latency: .milliseconds(1_500))) { base, answers in
      try await withHTTPOrigin(base) { origin in
        _ = try await origin.kinds(before: .now + .seconds(60))
        try await withThrowingTaskGroup { group in
          for _ in 0..<100 { group.addTask { try await origin.record(luke).content?.name } }
          for try await name in group { #expect(name == "Luke Skywalker") }
        }
        #expect(answers.all.filter { $0.target == "/api/people/1/" }.count == 1)
      }
    }
  }

  @Test func noMoreThanSoManyAtOnce() async throws {
    try await withServer { _, _ in
      [.pause(milliseconds: 2), .luke]
    } _: { server in
      try await withHTTPOrigin(server.base, HTTPSettings(requestTimeout: .seconds(30), concurrency: 3)) { origin in
        try await withThrowingTaskGroup { group in
          for id in 1...60 { group.addTask { try await origin.record(Reference(people, id)).content?.name } }
          for try await name in group { #expect(name == "Luke Skywalker") }
        }
      }
      #expect(server.targets.count == 61)
      #expect((1...3).contains(server.mostAtOnce))
    }
  }
}
