import Platform
import TestSupport
import Testing

@testable import HTTPClient

/// Certificates that the system does not know, with a server in Python.
struct CertificateTests {
  private static let server = """
    import http.server, ssl, sys
    class Handler(http.server.BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"
      def do_GET(self):
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1])
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_port, flush=True)
    server.serve_forever()
    """

  /// For the host `localhost`, valid until 2126, with its key.
  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBlDCCATugAwIBAgIUcDm7uJ3RWzkQwPp50bRX6egqrYYwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNzIyNTkzNloYDzIxMjYxMTAz
    MjI1OTM2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAARDFHpJL/zMr7+xTHwfvDYOMTMnq9QiRnsgCLKaPPpQXSbpxA5Ut6dg
    XpQ2o5iWqe9io+NLvNRC9kbt28jODcIMo2kwZzAdBgNVHQ4EFgQUOUO87NnX/HSD
    YTeo+L3yfUVSNs0wHwYDVR0jBBgwFoAUOUO87NnX/HSDYTeo+L3yfUVSNs0wDwYD
    VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
    RwAwRAIgWdtmpN0u2Yp/slX8jtDdiGfW+f4TTyRit2F2n4/urowCIEN6NgbV7B/H
    E9pL/Zpw2u3BpnCJDjo/zXGuWq5TVr3/
    -----END CERTIFICATE-----
    """
  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrJm14aNQT75RLLju
    ppzKdZ8OLWB/LB2oinJ6zcdkPymhRANCAARDFHpJL/zMr7+xTHwfvDYOMTMnq9Qi
    RnsgCLKaPPpQXSbpxA5Ut6dgXpQ2o5iWqe9io+NLvNRC9kbt28jODcIM
    -----END PRIVATE KEY-----
    """

  private func response(_ url: String, trusting file: String?) async throws -> HTTPClientResponse {
    var settings = HTTPClient.Settings(connections: 1)
    settings.environment = Environment(file.map { ["SSL_CERT_FILE": $0] } ?? [:])
    let client = try HTTPClient(settings)
    let result: Result<HTTPClientResponse, HTTPClientError>
    do throws(HTTPClientError) {
      result = .success(try await client.send(HTTPClientRequest(url, deadline: .now + .testLimit)))
    } catch { result = .failure(error) }
    await client.close()
    return try result.get()
  }

  @Test func `a certificate must be known and name the host`() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("\(Self.certificate)\n\(Self.key)\n", to: "server.pem")
    try folder.write("\(Self.certificate)\n", to: "known.pem")
    let server = try await RunningProcess.start(
      "/usr/bin/env", ["python3", "-c", Self.server, folder.file("server.pem")], environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"])
    let port = try await eventually("the port") { server.output.split(separator: "\n").first.flatMap { Int($0) } }
    let unknown = await #expect(throws: HTTPClientError.self) { try await response("https://localhost:\(port)/", trusting: nil) }
    #expect(unknown?.code == .tlsFailed)
    #expect(unknown?.message.contains("self-signed certificate") == true, "\(unknown?.message ?? "")")
    let other = await #expect(throws: HTTPClientError.self) {
      try await response("https://127.0.0.1:\(port)/", trusting: folder.file("known.pem"))
    }
    #expect(other?.code == .tlsFailed)
    let known = try await response("https://localhost:\(port)/", trusting: folder.file("known.pem"))
    #expect(known.status == 200)
    let missing = await #expect(throws: HTTPClientError.self) {
      try await response("https://localhost:\(port)/", trusting: folder.file("missing.pem"))
    }
    #expect(missing?.code == .tlsFailed)
  }
}
