import Dialects
import Models
import OrderedJSON
import TestSupport
import Testing

@Suite(.enabled(if: RealServer.isAvailable, "skipped: the recorded answers in ../shared/swapi are missing"))
struct RealServerTests {
  let dialect = SWAPIDialect(kinds: .standard)
  static let base = "https://swapi.dev/api"

  @Test(arguments: RealServer.pages)
  func `every page round-trips to the byte`(_ file: String) throws {
    let bytes = try RealServer.bytes("raw/\(file)")
    let name = file.split(separator: "-page")
    let kind = try #require(KindName(name[0]))
    let number = try #require(Int(name[1].dropLast(".json".count)))
    let page = try dialect.page(PageQuery(kind, number: number), body: bytes)
    #expect(page.pages == RealServer.pages.count { $0.hasPrefix("\(kind)-page") })
    #expect(dialect.wire(page, base: Self.base).bytes() == bytes)
    for record in page.records {
      #expect(record.extras.isEmpty)
      #expect(try Record(canonical: try JSON(parsing: record.canonicalBytes), kinds: .standard) == record)
    }
  }

  @Test func `the root document round-trips to the byte`() throws {
    let bytes = try RealServer.bytes("raw/root.json")
    let kinds = try dialect.kinds(root: bytes)
    #expect(Set(kinds) == Set(Kinds.standard.all.map(\.name)))
    #expect(dialect.wire(root: kinds, base: Self.base).bytes() == bytes)
    #expect(Dialects.standard.recognising(root: try JSON(parsing: bytes)).map(\.name) == ["swapi"])
  }

  @Test(arguments: Kinds.standard.all)
  func `the catalogue equals the server's, except for the opening crawls`(_ kind: Kind) throws {
    let theirs = try #require(try JSON(parsing: RealServer.bytes("\(kind.name).json")).array)
    let ours = try Catalogue.standard.records(of: kind.name).map { dialect.wire($0, base: Self.base) }
    #expect(ours.count == theirs.count)
    for (our, their) in zip(ours, theirs) {
      let (our, their) = (Self.withoutCrawl(our), Self.withoutCrawl(their))
      #expect(our.bytes() == their.bytes())
    }
  }

  private static func withoutCrawl(_ record: JSON) -> JSON {
    guard var members = record.object else { return record }
    if members["opening_crawl"] != nil { members["opening_crawl"] = "" }
    return .object(members)
  }

  @Test(arguments: Kinds.standard.all)
  func `the schemas have the same members, types and formats`(_ kind: Kind) throws {
    let theirs = try JSON(parsing: RealServer.bytes("raw/\(kind.name)-schema.json"))
    let ours = try #require(dialect.schema(kind.name))
    #expect(ours["$schema"] == theirs["$schema"])
    #expect(ours["type"] == theirs["type"])
    #expect(Set(ours.object?.names ?? []) == Set(theirs.object?.names ?? []))
    #expect(Set(ours["required"]?.array ?? []) == Set(theirs["required"]?.array ?? []))
    let properties = try #require(theirs["properties"]?.object)
    #expect(Set(ours["properties"]?.object?.names ?? []) == Set(properties.names))
    for property in properties {
      #expect(ours["properties"]?[property.name]?["type"] == property.value["type"], "\(property.name)")
      #expect(ours["properties"]?[property.name]?["format"] == property.value["format"], "\(property.name)")
    }
  }
}
