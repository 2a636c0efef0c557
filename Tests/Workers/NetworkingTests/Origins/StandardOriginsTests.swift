import Contracts
import Testing

@testable import Networking

@Suite struct StandardOriginsTests {
  @Test(arguments: [
    (["http://127.0.0.1:1138/api"], "http://127.0.0.1:1138/api"), (["http://127.0.0.1:1138/api/"], "http://127.0.0.1:1138/api"),
    (["HTTPS://Swapi.Dev:443/api/"], "https://swapi.dev/api"), (["http://a:80"], "http://a"), (["http://a//"], "http://a"),
    (["http://a/API"], "http://a/API"), (["embedded"], "embedded"), (["http://b/api", "http://a/api/"], "http://a/api,http://b/api"),
    (["https://a/api", "http://a/api", "embedded"], "embedded,http://a/api,https://a/api"),
  ])
  func `equivalent URLs in any order have one identity`(texts: [String], identity: String) async throws {
    for texts in [texts, texts.reversed()] {
      let origin = try Origins.open(texts, OriginConfiguration())
      #expect(origin.identity.text == identity)
      await origin.close()
    }
    #expect(OriginIdentity(identity)?.members.count == texts.count)
  }

  @Test(
    arguments: [
      (["embeded"], nil, "embedded"), ([""], nil, "embedded or http"), ([], nil, "embedded or http"),
      (["swapi.dev/api"], nil, "use http://swapi.dev/api or https://swapi.dev/api"), (["ftp://a/api"], nil, "http"),
      (["http://me@a/api"], nil, "user name"), (["http://a/api?x=1"], nil, "'?'"), (["http://a/api"], "klingon", "swapi"),
      (["embedded"], "swapi", "--dialect"), (["localhost:1138/api"], nil, "http://localhost:1138/api"),
      (["http://a", "http://a/"], nil, "named twice"), (["http://a", "b"], nil, "not an origin"),
      (["embedded", "http://a/api?x"], nil, "query"),
      ((1...100).map { "http://a/\(String(repeating: "x", count: 30))\($0)" }, nil, "2048"),
    ] as [([String], String?, String)])
  func `invalid names are rejected with advice`(texts: [String], dialect: String?, advice: String) {
    let error = #expect(throws: OriginError.self) { try Origins.open(texts, OriginConfiguration(dialect: dialect)) }
    #expect(error?.code == .invalid)
    #expect(error?.message.contains(advice) == true, "\(error?.message ?? "")")
  }
}
