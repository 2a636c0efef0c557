import Platform

/// nginx on a port of 127.0.0.1, with one process.
struct NginxServer {
  let process: ChildProcess
  private let bench: Workbench

  /// - Parameters:
  ///   - prefix: directives of the block `http`.
  ///   - locations: directives of the block `server`.
  init(on bench: Workbench, port: UInt16, prefix: String = "", locations: String) throws(BenchmarkError) {
    self.bench = bench
    let configuration = """
      daemon off;
      master_process off;
      pid \(bench.file("nginx.pid"));
      events { worker_connections 1024; }
      http {
        access_log off;
        client_body_temp_path \(bench.file("nginx-body"));
        proxy_temp_path \(bench.file("nginx-proxy"));
        fastcgi_temp_path \(bench.file("nginx-fastcgi"));
        uwsgi_temp_path \(bench.file("nginx-uwsgi"));
        scgi_temp_path \(bench.file("nginx-scgi"));
        keepalive_requests 1000000000;
        default_type application/json;
        \(prefix)
        server {
          listen 127.0.0.1:\(port);
          \(locations)
        }
      }

      """
    do { try RegularFile.replace(bench.file("nginx.conf"), with: Array(configuration.utf8)) } catch { throw BenchmarkError("\(error)") }
    process = try bench.start(foreign: ["nginx", "-e", bench.file("nginx.log"), "-p", bench.file(""), "-c", bench.file("nginx.conf")])
  }

  /// Waits until a URL has an answer with the status 200, and returns the answer.
  @discardableResult func wait(for url: String) throws(BenchmarkError) -> [UInt8] {
    try bench.wait(for: "nginx") { () throws(BenchmarkError) in bench.outputIfAny(["curl", "-sf", url]) }
  }
}

/// holocron-origin on a free port.
struct CatalogueOrigin {
  /// The root of the API, without a slash at the end.
  let url: String
  private let bench: Workbench

  /// - Parameter latency: `--latency` of holocron-origin.
  init(on bench: Workbench, latency: String = "0ms") throws(BenchmarkError) {
    self.bench = bench
    var line = try bench.start(service: "holocron-origin", "--port", "0", "--latency", latency, isRead: true).readLine()
    while line.hasSuffix("/") { line.removeLast() }
    url = line
  }

  /// Returns a document by its path below the root, such as `/people/1/`.
  func document(_ path: String) throws(BenchmarkError) -> [UInt8] { try bench.output(["curl", "-sSf", url + path]) }
}

/// nginx as an origin: it answers each `/api/people/ID/` with the same record at once, so that the fetch layer is what is measured.
struct StaticOrigin {
  static let programs = ["nginx", "curl", "setpriv"]

  /// `http://127.0.0.1:PORT/api`
  let url: String
  let process: ChildProcess

  /// The documents are those of `holocron-origin`.
  init(on bench: Workbench) throws(BenchmarkError) {
    let port: UInt16
    do { port = try FreePort.loopback() } catch { throw BenchmarkError("no free port: \(error)") }
    url = "http://127.0.0.1:\(port)/api"
    let model = try CatalogueOrigin(on: bench)
    let root = try Self.literal(model.document("/"), replacing: [model.url: url])
    let record = try Self.literal(model.document("/people/1/"), replacing: [model.url: url, "/people/1/": "/people/$id/"])
    let server = try NginxServer(
      on: bench, port: port,
      locations: """
        location = /api/ { return 200 '\(root)'; }
        location ~ ^/api/people/(?<id>[0-9]+)/?$ { return 200 '\(record)'; }
        """)
    process = server.process
    let answer = try server.wait(for: "\(url)/people/2/")
    guard String(decoding: answer, as: UTF8.self).contains("\(url)/people/2/") else {
      throw BenchmarkError("unexpected answer of nginx: \(String(decoding: answer, as: UTF8.self))")
    }
  }

  /// Returns a document as the contents of a string in the configuration of nginx.
  private static func literal(_ document: [UInt8], replacing names: KeyValuePairs<String, String>) throws(BenchmarkError) -> String {
    var text = String(decoding: document, as: UTF8.self)
    // nginx reads variables, quotation marks and escapes in strings, and has no escape for the first.
    guard !text.contains(where: { "$'\\".contains($0) }) else { throw BenchmarkError("cannot write this document for nginx: \(text)") }
    for (old, new) in names { text = text.replacing(old, with: new) }
    return text
  }
}
