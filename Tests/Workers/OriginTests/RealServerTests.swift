import Dialects
import Models
import OrderedJSON
import TestSupport
import Testing

@testable import Origin

@Suite(.enabled(if: RealServer.isAvailable)) struct RealServerTests {
  let responder = SWAPIResponder(catalogue: .standard, pageSize: 10, dialect: SWAPIDialect(kinds: .standard))

  @Test(arguments: [("people", 9), ("planets", 6), ("species", 4), ("vehicles", 4), ("starships", 4)])
  func `pages are identical byte for byte`(kind: String, pages: Int) throws {
    for number in 1...pages {
      let real = try RealServer.text("raw/\(kind)-page\(number).json")
      #expect(try responder.body("/api/\(kind)/" + (number == 1 ? "" : "?page=\(number)")) == real)
    }
  }

  @Test func `films are identical except for the opening crawls`() throws {
    let real = try JSON(parsing: RealServer.text("raw/films-page1.json"))
    let ours = try JSON(parsing: try responder.body("/api/films/"))
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

  @Test func `the root is identical`() throws { #expect(try responder.body("/api/") == (try RealServer.text("raw/root.json"))) }
}
