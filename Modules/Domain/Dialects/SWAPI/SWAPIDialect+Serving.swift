import Models
import OrderedJSON

extension SWAPIDialect {
  private static let methods = ["GET", "HEAD", "OPTIONS"]

  /// Answers as the original server does: a path without its trailing slash is redirected to the path with one, and
  /// `KIND/schema` has none.
  public func answer(_ request: ServedRequest, from records: any ServedRecords) -> ServedAnswer {
    if request.path == "/" { return .redirect(302, to: ServedRequest.apiPath + "/") }
    let kind = request.components?.first.flatMap { KindName($0) }
    guard let path = request.components, path.isEmpty || (path.count <= 2 && kind.map(records.kinds.contains) == true) else {
      return .webPage(404, "Not Found")
    }
    guard request.path.hasSuffix("/") || path.dropFirst() == ["schema"] else {
      return .redirect(301, to: request.path + "/" + (request.query.map { "?\($0)" } ?? ""))
    }
    var answer = error(for: request) ?? resource(kind, path.dropFirst().first, request, records)
    answer.fields = [("vary", "Accept, Cookie"), ("allow", Self.methods.joined(separator: ", "))]
    return answer
  }

  /// Negotiates the content type first, then checks the method, as the original server does.
  private func error(for request: ServedRequest) -> ServedAnswer? {
    switch request.item("format") {
    case nil: if !Self.acceptsJSON(request.accept) { return Self.error(406, "Could not satisfy the request's Accept header") }
    case "json": break
    default: return Self.notFound
    }
    return Self.methods.contains(request.method) ? nil : Self.error(405, "Method '\(request.method)' not allowed.")
  }

  /// Whether the field Accept allows JSON. The original server answers clients that prefer web pages with one; a browser accepts `*/*`, too.
  static func acceptsJSON(_ accept: String?) -> Bool {
    guard let accept, accept.contains(where: { $0 != " " }) else { return true }
    return accept.lowercased().split(separator: ",").contains { range in
      ["application/json", "application/*", "*/*"].contains(range.prefix { $0 != ";" }.filter { $0 != " " })
    }
  }

  private func resource(_ kind: KindName?, _ id: String?, _ request: ServedRequest, _ records: any ServedRecords) -> ServedAnswer {
    if request.method == "OPTIONS" { return ServedAnswer(200, .json(["renders": ["application/json"]])) }
    guard let kind else { return .document(.root) { wire(root: Self.sorted(records.kinds), base: $0) } }
    if id == "schema", !request.path.hasSuffix("/") {
      return schema(kind).map { schema in .document(nil) { _ in schema } } ?? Self.notFound
    }
    if let id {
      guard let id = Int(digits: id), let record = records.record(Reference(kind, id)) else { return Self.notFound }
      return .document(.record(record.reference)) { wire(record, base: $0) }
    }
    let items = request.items
    guard let page = page(kind, items, records) else { return Self.notFound }
    // The links of a page keep all items of the query, so only pages without others may be kept.
    let isPlain = page.query.search == nil && items.allSatisfy { $0.name == "page" && Int($0.value) != nil } && items.count <= 1
    return .document(isPlain ? .page(page.query) : nil) { wire(page, items: isPlain ? [] : items, base: $0) }
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
}

extension SWAPIDialect {
  /// Returns the JSON Schema (draft 4) that the original server serves at `KIND/schema`, or `nil` if the kind is unknown.
  func schema(_ name: KindName) -> JSON? {
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
