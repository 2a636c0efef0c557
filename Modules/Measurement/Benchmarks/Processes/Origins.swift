import Platform

/// nginx on a free port of 127.0.0.1, with one process.
struct NginxServer {
  let process: ChildProcess
  let url: String

  /// Starts the server and waits until the root of the API has an answer.
  /// - Parameters:
  ///   - prefix: directives of the block `http`.
  ///   - locations: returns directives of the block `server`; its argument is the URL of the API.
  init(on bench: Workbench, prefix: String = "", locations: (String) throws -> String) throws {
    let port = try FreePort.loopback()
    let url = "http://127.0.0.1:\(port)/api"
    self.url = url
    let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(bench.file("nginx-\($0)"));" }
    let configuration = """
      daemon off;
      master_process off;
      pid \(bench.file("nginx.pid"));
      events { worker_connections 1024; }
      http {
        access_log off;
        \(paths.joined(separator: " "))
        keepalive_requests 1000000000;
        default_type application/json;
        \(prefix)
        server {
          listen 127.0.0.1:\(port);
          \(try locations(url))
        }
      }

      """
    try RegularFile.replace(bench.file("nginx.conf"), with: Array(configuration.utf8))
    process = try bench.start(foreign: ["nginx", "-e", bench.file("nginx.log"), "-p", bench.file(""), "-c", bench.file("nginx.conf")])
    _ = try bench.wait(for: "nginx") { bench.outputIfAny(["curl", "-sf", "\(url)/"]) }
  }
}

/// holocron-origin on a free port.
struct CatalogueOrigin {
  /// The root of the API, without a slash at the end.
  let url: String
  private let bench: Workbench

  /// - Parameter latency: `--latency` of holocron-origin.
  init(on bench: Workbench, latency: String = "0ms") throws {
    self.bench = bench
    var line = try bench.start(service: "holocron-origin", "--port", "0", "--latency", latency, isRead: true).readLine()
    while line.hasSuffix("/") { line.removeLast() }
    url = line
  }

  /// Returns a document by its path below the root, such as `/people/1/`.
  func document(_ path: String) throws -> [UInt8] { try bench.output(["curl", "-sSf", url + path]) }

  /// Returns a document as the contents of a string in the configuration of nginx, with other texts in place of some.
  func literal(_ path: String, replacing names: KeyValuePairs<String, String>) throws -> String {
    var text = String(decoding: try document(path), as: UTF8.self)
    // nginx reads variables, quotation marks and escapes in strings, and has no escape for the first.
    guard !text.contains(where: { "$'\\".contains($0) }) else { throw BenchmarkError("cannot write this document for nginx: \(text)") }
    for (old, new) in names { text = text.replacing(old, with: new) }
    return text
  }
}

/// nginx as an origin: it answers each `/api/people/ID/` with the same record at once, so that the fetch layer is what is measured.
struct StaticOrigin {
  static let programs = ["nginx", "curl", "setpriv"]

  let url: String
  let process: ChildProcess

  /// The documents are those of `holocron-origin`.
  init(on bench: Workbench) throws {
    let model = try CatalogueOrigin(on: bench)
    let server = try NginxServer(on: bench) { url in
      """
      location = /api/ { return 200 '\(try model.literal("/", replacing: [model.url: url]))'; }
      location ~ ^/api/people/(?<id>[0-9]+)/?$ {
        return 200 '\(try model.literal("/people/1/", replacing: [model.url: url, "/people/1/": "/people/$id/"]))';
      }
      """
    }
    (url, process) = (server.url, server.process)
  }
}

/// nginx as an origin with any number of people, in pages of a list that were written before. Its answers to requests for
/// single records all have the same content; a cache with all pages does not need them.
struct RecordOrigin {
  static let programs = StaticOrigin.programs
  private static let pageSize = 1_000

  let url: String
  let pages: Int

  /// - Parameter count: the number of people; a multiple of 1,000, and at most 100,000, where the fetcher ends a list.
  init(on bench: Workbench, count: Int) throws {
    let pages = max(1, count / Self.pageSize)
    self.pages = pages
    let model = try CatalogueOrigin(on: bench)
    let server = try NginxServer(on: bench, prefix: "map $arg_page $number { '' 1; default $arg_page; }") { url in
      // The fetcher also ends a list at 64 MiB; 100,000 records without these references are smaller.
      let record = try model.literal("/people/1/", replacing: [model.url: url])
        .replacing(#/"(vehicles|starships)":\[[^\]]*\]/#) { "\"\($0.1)\":[]" }
      for page in 1...pages {
        let text = Self.page(page, of: pages, url: url, model: record)
        try RegularFile.replace(bench.file("people-\(page).json"), with: Array(text.utf8))
      }
      return """
        root \(bench.file(""));
        location = /api/ { return 200 '\(try model.literal("/", replacing: [model.url: url]))'; }
        location = /api/people/ { try_files /people-$number.json =404; }
        location ~ ^/api/people/(?<id>[0-9]+)/?$ { return 200 '\(record.replacing("/people/1/", with: "/people/$id/"))'; }
        """
    }
    url = server.url
  }

  /// Returns a page of the list. Its records are those of `model`, which is Luke Skywalker, with other IDs, names and homeworlds.
  static func page(_ number: Int, of pages: Int, url: String, model: String) -> String {
    func link(_ page: Int) -> String { (1...pages).contains(page) ? "\"\(url)/people/?page=\(page)\"" : "null" }
    // Split at what differs once, and not for each of many records.
    let parts = model.replacing("/people/1/", with: "\n1\n").replacing("Luke Skywalker", with: "\n2\n").replacing(
      "/planets/1/", with: "\n3\n"
    )
    .split(separator: "\n")
    let records = ((number - 1) * pageSize + 1...number * pageSize).map { id in
      parts.map { part in
        switch part {
        case "1": "/people/\(id)/"
        case "2": name(of: id)
        case "3": "/planets/\(id % 60 + 1)/"
        default: String(part)
        }
      }.joined()
    }
    return "{\"count\":\(pages * pageSize),\"next\":\(link(number + 1)),\"previous\":\(link(number - 1)),\"results\":["
      + records.joined(separator: ",") + "]}"
  }

  private static let syllables = [
    "ba", "den", "kor", "li", "mar", "no", "pel", "qui", "ra", "sol", "ta", "ul", "ven", "wi", "xan", "yor", "zed", "am", "bri", "cas",
  ]

  /// Returns a first and a last name of three syllables each; 8,000 first names.
  static func name(of id: Int) -> String {
    func word(_ number: Int) -> String {
      let count = syllables.count
      let word = syllables[number % count] + syllables[number / count % count] + syllables[number / count / count % count]
      return word.prefix(1).uppercased() + word.dropFirst()
    }
    return "\(word(id)) \(word(id &* 3_571 / 11))"
  }
}

/// A redis-server without persistence on a port of 127.0.0.1 that holds one value.
struct RedisServer {
  static let programs = ["redis-server", "redis-cli", "redis-benchmark", "setpriv"]
  private static let key = "people/1"

  private let bench: Workbench
  private let port: String
  private let process: ChildProcess

  init(on bench: Workbench, holding value: [UInt8]) throws {
    self.bench = bench
    port = String(try FreePort.loopback())
    process = try bench.start(foreign: [
      "redis-server", "--bind", "127.0.0.1", "--port", port, "--save", "", "--appendonly", "no", "--dir", bench.file(""),
    ])
    let ping = ["redis-cli", "-p", port, "ping"]
    try bench.wait(for: "redis-server") { bench.outputIfAny(ping) == Array("PONG\n".utf8) ? () : nil }
    _ = try bench.output(["redis-cli", "-p", port, "SET", Self.key, String(decoding: value, as: UTF8.self)])
  }

  var url: String { "redis://127.0.0.1:\(port)" }

  /// The command that gets the value and prints it.
  var get: [String] { ["redis-cli", "-p", port, "GET", Self.key] }

  /// Returns requests per second of redis-benchmark, which gets the value over 50 connections without pipelining.
  func rate(requests: Int) throws -> Double {
    let output = try bench.output(["redis-benchmark", "-p", port, "-c", "50", "-n", String(requests), "--csv", "GET", Self.key])
    guard let rate = Self.rate(csv: String(decoding: output, as: UTF8.self)) else {
      throw BenchmarkError("no rate in the output of redis-benchmark: \(String(decoding: output, as: UTF8.self))")
    }
    return rate
  }

  /// Returns the second value of the last line: `"GET people/1","250000.00",…`.
  static func rate(csv: String) -> Double? {
    let values = csv.split(separator: "\n").last?.split(separator: ",") ?? []
    return values.count > 1 ? Double(values[1].filter { $0 != "\"" }) : nil
  }
}
