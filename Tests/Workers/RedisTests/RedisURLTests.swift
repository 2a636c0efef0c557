import Platform
import Redis
import TestSupport
import Testing

struct RedisURLTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    var addresses: [String] = []
    var user, password: String?
    /// Expected part of the message; `nil` if the URL is valid.
    var says: String?
    var testDescription: String { text }
  }

  static let table = [
    Row(text: "redis://a", addresses: ["a:6379"]),
    Row(text: "redis://a:7000/", addresses: ["a:7000"]),
    Row(text: "redis://127.0.0.1:7000/0", addresses: ["127.0.0.1:7000"]),
    Row(text: "redis://[::1]", addresses: ["[::1]:6379"]),
    Row(text: "redis://[fe80::1]:7000", addresses: ["[fe80::1]:7000"]),
    Row(text: "redis+cluster://a:7000,b,c.example:1", addresses: ["a:7000", "b:6379", "c.example:1"]),
    Row(text: "redis://:se%40cret@a", addresses: ["a:6379"], password: "se@cret"),
    Row(text: "redis://luke:a:b@a", addresses: ["a:6379"], user: "luke", password: "a:b"),
    Row(text: "redis+cluster://luke:x@a,b", addresses: ["a:6379", "b:6379"], user: "luke", password: "x"),
    Row(text: "", says: "use redis://HOST:PORT or redis+cluster://"),
    Row(text: "http://a", says: "'http'"),
    Row(text: "rediss://a", says: "TLS is not supported"),
    Row(text: "redis://", says: "the address ''"),
    Row(text: "redis://a:0", says: "'a:…'"),
    Row(text: "redis://a:65536", says: "'a:…'"),
    Row(text: "redis://a:+1", says: "'a:…'"),
    Row(text: "redis://a:", says: "'a:…'"),
    Row(text: "redis://::1", says: "':…'"),
    Row(text: "redis://x@a:0", says: "'a:0'"),
    Row(text: "redis://a b", says: "'a b'"),
    Row(text: "redis+cluster://a,,b", says: "the address ''"),
    Row(text: "redis://a,b", says: "use redis+cluster://"),
    Row(text: "redis://a/1", says: "only database 0"),
    Row(text: "redis://:%zz@a", says: "not percent-encoded"),
    Row(text: "redis://luke@a", says: "no password"),
    Row(text: "redis+cluster://:a@b,:c@d", says: "'%40'"),
    Row(text: "redis://a?tls=yes", says: "?password-file=PATH"),
    Row(text: "redis://:secret@a?password-file=/x", says: "remove one of them"),
    Row(text: "redis://a?password-file=/nonexistent", says: "cannot read the password file /nonexistent"),
  ]

  @Test(arguments: table) func `a URL is read, or its mistake is named`(row: Row) throws {
    do throws(RedisError) {
      let url = try RedisURL(row.text)
      #expect(row.says == nil)
      #expect(url.addresses.map(\.description) == row.addresses)
      #expect(url.isCluster == row.text.hasPrefix("redis+cluster:"))
      #expect(url.user == row.user)
      #expect(url.password == row.password)
      #expect(try RedisURL(url.description).addresses == url.addresses)
    } catch {
      #expect(error.code == .invalid)
      #expect(error.message.contains(row.says ?? "no mistake"), "\(error)")
    }
  }

  @Test(arguments: [
    "redis://luke:topsecret@a", "redis://luke:topsecret@a:x", "redis://luke:topsecret@a/9", "redis://:topsecret@a?x",
    "redis://:top?secret@a", "redis://:topsecret",
  ])
  func `a password appears in no message`(text: String) {
    do throws(RedisError) { #expect(!"\(try RedisURL(text))".contains("top")) } catch { #expect(!"\(error)".contains("top")) }
  }

  @Test func `a password is the first line of a file that other users cannot read`() throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("password")
    try folder.write("geheim\nx\n", to: "password")
    try FileSystem.setMode(0o640, of: file)
    #expect(try RedisURL("redis://luke:@a?password-file=\(file)").password == "geheim")
    try FileSystem.setMode(0o644, of: file)
    #expect(throws: RedisError.self) { try RedisURL("redis://a?password-file=\(file)") }
    try FileSystem.setMode(0o600, of: file)
    try folder.write("\n", to: "password")
    #expect(throws: RedisError.self) { try RedisURL("redis://a?password-file=\(file)") }
  }
}
