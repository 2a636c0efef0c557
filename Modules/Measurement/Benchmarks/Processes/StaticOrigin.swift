import Platform

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
