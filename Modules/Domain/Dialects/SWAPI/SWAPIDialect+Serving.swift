public import Models
public import OrderedJSON
import Text

extension SWAPIDialect {
  private static let methods = ["GET", "HEAD", "OPTIONS"]

  public func answer(_ request: ServedRequest, from records: any ServedRecords) -> ServedAnswer {
    let route = SWAPIRoute(path: request.path, kinds: Set(records.kinds))
    switch route {
    case .unknown: return .webPage(404, "Not Found")
    case .home: return .redirect(302, to: ServedRequest.apiPath + "/")
    case .missingSlash: return .redirect(301, to: request.path + "/" + (request.query.map { "?\($0)" } ?? ""))
    default: break
    }
    var answer = error(for: request) ?? (request.method == "OPTIONS" ? Self.options(route) : resource(route, request, records))
    if request.item("format") == "wookiee" { answer.translation = Shyriiwook.translate }
    answer.fields = [("vary", "Accept, Cookie"), ("allow", Self.methods.joined(separator: ", "))]
    return answer
  }

  /// Negotiates the content type first, then checks the method, as the original server does.
  private func error(for request: ServedRequest) -> ServedAnswer? {
    switch request.item("format") {
    case nil:
      if !ContentNegotiation.acceptsJSON(request.accept) { return Self.error(406, "Could not satisfy the request's Accept header") }
    case "json", "wookiee": break
    default: return Self.notFound
    }
    return Self.methods.contains(request.method) ? nil : Self.error(405, "Method '\(request.method)' not allowed.")
  }

  private func resource(_ route: SWAPIRoute, _ request: ServedRequest, _ records: any ServedRecords) -> ServedAnswer {
    switch route {
    case .root: return .document(.root) { wire(root: Self.sorted(records.kinds), base: $0) }
    case .schema(let kind): return schema(kind).map { schema in .document(nil) { _ in schema } } ?? Self.notFound
    case .record(let kind, let number):
      guard number.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let id = Int(number),
        let record = records.record(Reference(kind, id))
      else { return Self.notFound }
      return .document(.record(record.reference)) { wire(record, base: $0) }
    case .list(let kind):
      let items = request.items
      guard let page = page(kind, items, records) else { return Self.notFound }
      // The links of a page keep all items of the query, so only pages without others may be kept.
      let isPlain = page.query.search == nil && items.allSatisfy { $0.name == "page" && Int($0.value) != nil } && items.count <= 1
      return .document(isPlain ? .page(page.query) : nil) { wire(page, items: isPlain ? [] : items, base: $0) }
    case .home, .missingSlash, .unknown: return Self.notFound
    }
  }

  /// Returns a page, or `nil` if there is no such page. The last value of a repeated item counts.
  private func page(_ kind: KindName, _ items: [(name: String, value: String)], _ records: any ServedRecords) -> WirePage? {
    guard var found = records.records(of: kind) else { return nil }
    let search = items.last { $0.name == "search" }?.value
    if let search {
      let search = WireSearch(search)
      found = found.filter(search.matches)
    }
    let number = items.last { $0.name == "page" }?.value ?? "1"
    // The original server's paginator also accepts the word "last".
    let last = max(1, (found.count + records.pageSize - 1) / records.pageSize)
    guard let number = number == "last" ? last : Int(number) else { return nil }
    return WirePage(PageQuery(kind, number: number, search: search), of: found, size: records.pageSize)
  }

  /// Returns the kinds in the order of the original server's root document. Other kinds follow in their own order.
  private static func sorted(_ kinds: [KindName]) -> [KindName] {
    let order: [KindName] = [.people, .planets, .films, .species, .vehicles, .starships]
    return order.filter(kinds.contains) + kinds.filter { !order.contains($0) }
  }

  private static let notFound = error(404, "Not found")

  private static func error(_ status: Int, _ detail: String) -> ServedAnswer {
    ServedAnswer(status, .json(["detail": .string(detail)]))
  }

  private static func options(_ route: SWAPIRoute) -> ServedAnswer {
    let name =
      switch route {
      case .list(let kind): "List of \(kind)"
      case .record(let kind, _): "One of the \(kind)"
      case .schema(let kind): "Schema of \(kind)"
      default: "Root"
      }
    return ServedAnswer(200, .json(["name": .string(name), "renders": ["application/json"]]))
  }
}

/// The format `wookiee` of the original server: the text of the document, letter by letter. Where a word or an escape of JSON has letters
/// (`null`, `\r\n`), the result is no valid JSON, as there.
private enum Shyriiwook {
  /// Replacements of the lower-case letters from a to z (SWAPI, BSD-3-Clause, (c) 2015 Paul Hallett).
  private static let letters = "ra rh oa wa wo ww rr ac ah sh or an sc wh oo ak rq rc c ao hu ho oh k ro uf".utf8.split(separator: 0x20)

  @Sendable static func translate(_ text: [UInt8]) -> [UInt8] {
    text.flatMap { (0x61...0x7A).contains($0) ? Array(letters[Int($0) - 0x61]) : [$0] }
  }
}

/// The resource a path refers to. As on the original server, a path without its trailing slash is redirected to the path with one.
enum SWAPIRoute: Sendable, Hashable {
  case home
  case root
  case list(KindName)
  /// The ID is kept as written; a record whose ID is not a number does not exist.
  case record(KindName, String)
  case schema(KindName)
  case missingSlash
  case unknown

  init(path: String, kinds: Set<KindName>) {
    if path == "/" {
      self = .home
      return
    }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map { PercentCoding.decode($0) }
    guard parts.count >= 2, parts.removeFirst() == "", parts.removeFirst() == "api" else {
      self = .unknown
      return
    }
    let hasSlash = parts.last == ""
    if hasSlash { parts.removeLast() }
    guard let first = parts.first else {
      self = hasSlash ? .root : .missingSlash
      return
    }
    guard let kind = first.flatMap({ KindName($0) }), kinds.contains(kind), parts.count <= 2, let last = parts.last ?? "", !last.isEmpty
    else {
      self = .unknown
      return
    }
    switch (parts.count, last, hasSlash) {
    case (2, "schema", false): self = .schema(kind)
    case (_, _, false): self = .missingSlash
    case (1, _, true): self = .list(kind)
    case (_, let id, true): self = .record(kind, id)
    }
  }
}

/// Content negotiation by the field Accept (RFC 9110 section 12.5.1). The original server answers `text/html` with browsable pages. This
/// server has none, so a client that accepts only web pages gets 406. Browsers also accept `*/*`.
enum ContentNegotiation {
  /// The ranges that include JSON, the most specific first.
  private static let ranges = ["application/json", "application/*", "*/*"]

  /// Returns whether the field allows JSON. The most specific range that includes JSON decides: `application/json;q=0, */*` does not
  /// allow JSON.
  static func acceptsJSON(_ accept: String?) -> Bool {
    guard let accept, !accept.allSatisfy({ $0 == " " }) else { return true }
    var qualities: [String: Double] = [:]
    for range in accept.split(separator: ",") {
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      guard let type = parts.first, ranges.contains(type) else { continue }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      // A range that appears twice, with different parameters, has the higher quality.
      qualities[type] = max(qualities[type] ?? 0, quality)
    }
    return ranges.lazy.compactMap { qualities[$0] }.first.map { $0 > 0 } ?? false
  }
}

extension SWAPIDialect {
  /// Returns the JSON Schema (draft 4) that the original server serves at `KIND/schema`, or `nil` if the kind is unknown.
  public func schema(_ name: KindName) -> JSON? {
    guard let kind = format.kinds[name], let layout = format.layout(name) else { return nil }
    var properties = JSON.Object()
    for entry in layout.entries {
      var property: JSON.Object = ["type": .string(Self.type(entry))]
      if let format = Self.format(entry) { property["format"] = .string(format) }
      property["description"] = .string(Self.description(entry.field, of: kind))
      properties[entry.name] = .object(property)
    }
    properties["url"] = ["type": "string", "format": "uri", "description": .string("URL of this \(kind.singular).")]
    return [
      "$schema": "http://json-schema.org/draft-04/schema",
      "title": .string(kind.singular.prefix(1).uppercased() + kind.singular.dropFirst()),
      "description": .string("One of the \(kind.title.lowercased()) of the Star Wars films."),
      "type": "object",
      "properties": .object(properties),
      "required": .array(properties.names.map(JSON.string)),
    ]
  }

  private static func type(_ entry: RecordLayout.Entry) -> String {
    switch entry.field.shape {
    case .references: "array"
    case .quantity where entry.name == "episode_id": "integer"
    case .text, .prose, .quantity, .date, .reference: "string"
    }
  }

  private static func format(_ entry: RecordLayout.Entry) -> String? {
    guard entry.field.shape == .date else { return nil }
    return entry.name.hasSuffix("_date") ? "date" : "date-time"
  }

  private static func description(_ field: Field, of kind: Kind) -> String {
    switch (field.shape, field.target) {
    case (.reference, let target?): "\(field.label): the URL of one of the \(target)."
    case (.references, let target?): "\(field.label): URLs of \(target)."
    case (.quantity, _): "\(field.label) of the \(kind.singular), as text; may state that there is no value."
    default: "\(field.label) of the \(kind.singular)."
    }
  }
}
