import Testing

@testable import Origin

@Suite struct BaseURLTests {
  @Test(
    arguments: [
      ("swapi.dev", nil, "http://swapi.dev"), ("swapi.dev", "https", "https://swapi.dev"),
      ("swapi.dev", "HTTPS, http", "https://swapi.dev"),
      ("swapi.dev", "javascript", "http://swapi.dev"), ("a_b-c.example:8080", nil, "http://a_b-c.example:8080"),
      ("[::1]:1138", nil, "http://[::1]:1138"), ("[::1]", nil, "http://[::1]"), (nil, nil, "http://local:1"),
      (nil, "https", "https://local:1"),
      ("", nil, nil), ("a b", nil, nil), ("a\"b", nil, nil), ("evil.com/x", nil, nil), ("a@b", nil, nil), ("a:b", nil, nil),
      ("a:99999", nil, nil), ("a:+80", nil, nil),
      ("[::1", nil, nil), ("[x]", nil, nil), ("<script>", nil, nil),
    ] as [(String?, String?, String?)])
  func `the base URL follows the host and the forwarded scheme`(host: String?, scheme: String?, expected: String?) {
    #expect(BaseURL.root(host: host, forwardedScheme: scheme, localAuthority: "local:1") == expected)
  }
}
