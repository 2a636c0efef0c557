import Catalogue
import Glibc
import Models
import NIOCore
import OrderedJSON
import TestSupport
import Testing

@testable import Origin

/// Compares responses with recordings of a real server in `../shared/swapi`. The recordings are not part of the repository; without them,
/// the suite is skipped.
@Suite(.enabled(if: RealServer.isAvailable)) struct RealServerTests {
  let responder = SWAPIResponder(catalogue: .standard, pageSize: 10)

  func body(_ target: String) throws -> String {
    let response = responder.respond(to: SWAPIRequest(target: target, host: "swapi.dev", forwardedScheme: "https"), localAuthority: "")
    try #require(response.status == 200)
    return String(buffer: response.body)
  }

  @Test(arguments: [("people", 9), ("planets", 6), ("species", 4), ("vehicles", 4), ("starships", 4)])
  func `pages are identical byte for byte`(kind: String, pages: Int) throws {
    for number in 1...pages {
      let real = try #require(RealServer.file("raw/\(kind)-page\(number).json"))
      #expect(try body("/api/\(kind)/" + (number == 1 ? "" : "?page=\(number)")) == real)
    }
  }

  @Test func `films are identical except for the opening crawls`() throws {
    let real = try JSON(parsing: try #require(RealServer.file("raw/films-page1.json")))
    let ours = try JSON(parsing: try body("/api/films/"))
    #expect(withoutCrawls(ours) == withoutCrawls(real))
  }

  func withoutCrawls(_ page: JSON) -> JSON {
    var members = page.object ?? [:]
    members["results"] = .array(
      (page["results"]?.array ?? []).map {
        var film = $0.object ?? [:]
        film["opening_crawl"] = "…"
        return .object(film)
      })
    return .object(members)
  }

  @Test func `the root is identical`() throws { #expect(try body("/api/") == RealServer.file("raw/root.json")) }
}

enum RealServer {
  static var isAvailable: Bool { file("raw/root.json") != nil }

  static func file(_ name: String) -> String? {
    guard let file = fopen(ProjectFolder.path("../shared/swapi/\(name)"), "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
