import Contracts
import Testing

@testable import Networking

@Suite struct StandardOriginsTests {
  @Test func `opens origins by name`() async throws {
    #expect(try Origins.open(["embedded"], OriginConfiguration()).address == "embedded")
    let origin = try Origins.open(["http://127.0.0.1:1138/api/"], OriginConfiguration(dialect: "swapi"))
    #expect(origin.address == "http://127.0.0.1:1138/api")
    await origin.close()
  }

  @Test(arguments: [
    ("http://127.0.0.1:1138/api", "http://127.0.0.1:1138/api"), ("http://127.0.0.1:1138/api/", "http://127.0.0.1:1138/api"),
    ("HTTPS://Swapi.Dev:443/api/", "https://swapi.dev/api"), ("http://a:80", "http://a"), ("http://a//", "http://a"),
    ("http://a/API", "http://a/API"), ("embedded", "embedded"),
  ])
  func `equivalent URLs have one identity`(text: String, identity: String) async throws {
    let origin = try Origins.open([text], OriginConfiguration())
    #expect(origin.identity.text == identity)
    await origin.close()
  }

  @Test(
    arguments: [
      ("embeded", nil, "embedded"), ("", nil, "embedded or http"),
      ("swapi.dev/api", nil, "use http://swapi.dev/api or https://swapi.dev/api"),
      ("ftp://a/api", nil, "http"),
      ("http://me@a/api", nil, "user name"), ("http://a/api?x=1", nil, "'?'"), ("http://a/api", "klingon", "swapi"),
      ("embedded", "swapi", "--dialect"),
      ("localhost:1138/api", nil, "http://localhost:1138/api"),
    ] as [(String, String?, String)])
  func `invalid names are rejected with advice`(text: String, dialect: String?, advice: String) {
    let error = #expect(throws: OriginError.self) { try Origins.open([text], OriginConfiguration(dialect: dialect)) }
    #expect(error?.code == .invalid)
    #expect(error?.message.contains(advice) == true, "\(error?.message ?? "")")
  }
}
