import Platform

/// nginx as an origin with any number of people, in pages of a list that were written before. Its answers to requests for
/// single records all have the same content; a cache with all pages does not need them.
struct RecordOrigin {
  static let programs = ["nginx", "curl", "setpriv"]
  private static let pageSize = 1_000

  /// `http://127.0.0.1:PORT/api`
  let url: String
  /// The number of pages of the list.
  let pages: Int

  /// - Parameter count: the number of people; a multiple of 1,000, and at most 100,000, where the fetcher ends a list.
  init(on bench: Workbench, count: Int) throws(BenchmarkError) {
    pages = max(1, count / Self.pageSize)
    let port: UInt16
    do { port = try FreePort.loopback() } catch { throw BenchmarkError("no free port: \(error)") }
    url = "http://127.0.0.1:\(port)/api"
    let model = try CatalogueOrigin(on: bench)
    let root = String(decoding: try model.document("/"), as: UTF8.self).replacing(model.url, with: url)
    // The fetcher also ends a list at 64 MiB; 100,000 records without these references are smaller.
    let record = String(decoding: try model.document("/people/1/"), as: UTF8.self).replacing(model.url, with: url)
      .replacing(#/"(vehicles|starships)":\[[^\]]*\]/#) { "\"\($0.1)\":[]" }
    try Self.write(root, to: bench.file("root.json"))
    for page in 1...pages {
      try Self.write(Self.page(page, of: pages, url: url, model: record), to: bench.file("people-\(page).json"))
    }
    try NginxServer(
      on: bench, port: port, prefix: "map $arg_page $number { '' 1; default $arg_page; }",
      locations: """
        root \(bench.file(""));
        location = /api/ { try_files /root.json =404; }
        location = /api/people/ { try_files /people-$number.json =404; }
        location ~ ^/api/people/(?<id>[0-9]+)/?$ { return 200 '\(record.replacing("/people/1/", with: "/people/$id/"))'; }
        """
    ).wait(for: "\(url)/")
  }

  /// Returns a page of the list. Its records are those of `model`, which is Luke Skywalker, with other IDs, names and homeworlds.
  static func page(_ number: Int, of pages: Int, url: String, model: String) -> String {
    func link(_ page: Int) -> String { (1...pages).contains(page) ? "\"\(url)/people/?page=\(page)\"" : "null" }
    var text = "{\"count\":\(pages * pageSize),\"next\":\(link(number + 1)),\"previous\":\(link(number - 1)),\"results\":["
    let parts = Self.parts(of: model)
    for id in (number - 1) * pageSize + 1...number * pageSize {
      if !text.hasSuffix("[") { text += "," }
      for part in parts {
        switch part {
        case "/people/1/": text += "/people/\(id)/"
        case "Luke Skywalker": text += name(of: id)
        case "/planets/1/": text += "/planets/\(id % 60 + 1)/"
        default: text += part
        }
      }
    }
    return text + "]}"
  }

  /// Splits a record at what differs between records, once and not for each of a million.
  private static func parts(of model: String) -> [String] {
    var parts = [model]
    for word in ["/people/1/", "Luke Skywalker", "/planets/1/"] {
      parts = parts.flatMap { part in
        part.split(separator: word, omittingEmptySubsequences: false).flatMap { [word, String($0)] }.dropFirst()
      }
    }
    return parts
  }

  private static let syllables = [
    "ba", "den", "kor", "li", "mar", "no", "pel", "qui", "ra", "sol", "ta", "ul", "ven", "wi", "xan", "yor", "zed", "am", "bri", "cas",
  ]

  /// Returns a first and a last name of three syllables each; 8,000 first names.
  static func name(of id: Int) -> String {
    func word(_ number: Int) -> String {
      let count = syllables.count
      return (syllables[number % count] + syllables[number / count % count] + syllables[number / count / count % count]).capitalizedASCII
    }
    return "\(word(id)) \(word(id &* 3_571 / 11))"
  }

  private static func write(_ text: String, to path: String) throws(BenchmarkError) {
    do { try RegularFile.replace(path, with: Array(text.utf8)) } catch { throw BenchmarkError("\(error)") }
  }
}

extension String {
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}
