import TestSupport
import Testing

@testable import MessageBus

/// The key of the originating client, as services see it.
@Suite struct FairnessKeyTests {
  @Test(arguments: [
    ("for=\"_a1.B-c_\"", "a1.B-c_"), ("for=_token", "token"), ("For = \"_x\" ;proto=http", "x"), ("by=_me;for=_you, for=_other", "you"),
  ])
  func `the first obfuscated identifier names the client`(field: String, key: String) {
    #expect(FairnessKey.key(in: ["forwarded": field]) == key)
  }

  @Test(arguments: ["", "for=192.0.2.1", "for=\"[2001:db8::1]\"", "for=_", "for=\"_\"", "for=\"_a b\"", "by=_x", "_x", "for=_\u{e9}"])
  func `a field without an obfuscated identifier is ignored`(field: String) {
    #expect(FairnessKey.key(in: ["forwarded": field]) == nil)
  }

  @Test func `a key that is too long is ignored`() {
    let longest = String(repeating: "a", count: FairnessKey.maxLength)
    #expect(FairnessKey.key(in: ["forwarded": "for=\"_\(longest)\""]) == longest)
    #expect(FairnessKey.key(in: ["forwarded": "for=\"_\(longest)a\""]) == nil)
  }

  @Test func `a request on behalf of a client carries its key, with a dash for each invalid byte`() {
    let request = Request("GET", Target(["x"]), fields: ["forwarded": "for=_me"])
    #expect(request.onBehalf(of: "you").fields["forwarded"] == "for=\"_you\"")
    #expect(request.onBehalf(of: "a\"b\nc: d").fields["forwarded"] == "for=\"_a-b-c--d\"")
    #expect(request.onBehalf(of: "") == request)
  }

  @Test func `the first 16 of 24 bytes of a client address name the client`() {
    let address = (0..<24).map { UInt8($0) }
    #expect(FairnessKey.key(ofAddress: address) == "000102030405060708090a0b0c0d0e0f")
    #expect(FairnessKey.key(ofAddress: Array(address[..<16])) == "000102030405060708090a0b0c0d0e0f")
    #expect(FairnessKey.key(ofAddress: [0xAB]) == "ab")
  }

  @Test func `a service sees the same key for every request of a client, even through another service`() async throws {
    try await BusHarness.with { bus in
      try bus.worker(ClientNameService())
      let client = try bus.client()
      let own = Request("GET", Target(["x"]))
      let name = try await client.ask("test.naming", own, within: .testLimit).content
      #expect(!name.isEmpty)
      let forwarded = own.onBehalf(of: String(decoding: name, as: UTF8.self))
      let between = try bus.client()
      #expect(try await between.ask("test.naming", forwarded, within: .testLimit).content == name)
    }
  }

  /// Replies with the key of the client.
  struct ClientNameService: BusService {
    let name = "test.naming"
    func answer(_ request: Request, parts: ReplyParts) async -> Reply { Reply(content: Array(parts.client.utf8)) }
  }
}
