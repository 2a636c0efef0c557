import Testing

@testable import Search

struct LocalOriginTests {
  @Test(arguments: [
    "embedded", "http://localhost/api", "http://localhost:1138/api", "https://LOCALHOST/", "http://127.0.0.1", "http://127.0.0.1:80/api",
    "http://127.255.0.3/api", "http://[::1]:8080/api", "http://[0:0:0:0:0:0:0:1]/", "HTTP://127.0.0.1/",
  ])
  func `an address on this machine is local`(address: String) { #expect(LocalOrigin.isLocal(address)) }

  @Test(arguments: [
    "", "swapi.dev", "https://swapi.dev/api", "http://127.0.0.1.evil.example/", "http://localhost.evil.example/",
    "http://127.0.0.1@evil.example/", "http://me@127.0.0.1/",
    "http://evil.example/127.0.0.1", "http://evil.example?http://localhost/", "http://128.0.0.1/", "http://10.0.0.1/", "http://0.0.0.0/",
    "http://127.1/",
    "http://[::2]/", "http://[::]/", "http://[::ffff:127.0.0.1]/", "ftp://127.0.0.1/", "http://2130706433/", "http://0x7f.0.0.1/",
    "localhost", "http:///",
    "http://127.0.0.1:80:evil/", "http://evil.example\\@127.0.0.1/", "embedded.example",
  ])
  func `any other address is not local`(address: String) { #expect(!LocalOrigin.isLocal(address)) }
}
