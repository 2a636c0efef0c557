public import Models
public import OrderedJSON

/// Wire format of swapi.tech: documents in an object with a message, records in an envelope with their properties, a search by name.
///
/// Lists are requested with `expanded`, which sends whole records instead of their names, and as one document: the server answers 100
/// requests in 15 minutes. Films, and all matches of a search, are one document anyway.
public struct SWAPITechDialect: Dialect {
  public static let name = "swapi-tech"
  /// Number of records that a request for a list allows. The server has no maximum, and no kind has more records.
  static let listLimit = 10_000
  /// Number of records of a page that is written.
  static let pageSize = 100

  let format: RecordFormat

  public init(kinds: Kinds) { format = RecordFormat(kinds: kinds) }

  /// Returns whether `root` has a message and a result with a link for each kind, which ends in the name of the kind.
  public func recognises(root: JSON) -> Bool {
    root["message"]?.string != nil && root["result"]?.object?.links(endingIn: [{ "/\($0)" }, { "/\($0)/" }]) ?? false
  }

  /// Returns whether `list` has results or, as films have, a result.
  public func recognises(list: JSON) -> Bool { (list["results"] ?? list["result"])?.array != nil }

  /// The documents state when they were sent.
  public var hasVolatileDocuments: Bool { true }

  public func url(of document: WireDocument, base: String) -> String {
    switch document {
    case .root: return base.appendingPath("")
    case .record(let reference): return base.appendingPath("\(reference)")
    case .page(let query):
      if let word = Self.searchWord(query) {
        return list(query.kind, [(searchItem(query.kind), SearchPattern.literal(word))], base: base)
      }
      guard !Self.isWhole(query.kind) else { return list(query.kind, [], base: base) }
      return list(query.kind, pageItems(1, size: Self.listLimit) + [("expanded", "true")], base: base)
    }
  }

  public func extent(of query: PageQuery) -> ListExtent { .matches }

  public func errorDetail(body: [UInt8]) -> String? {
    if let json = try? JSON(parsing: body) { return json.string?.shortened(to: 300) ?? json.object?.errorDetail }
    // The limit of requests is stated in plain text.
    guard body.count <= 300, let text = String(validating: body, as: UTF8.self), !text.isEmpty, !text.contains("<") else { return nil }
    return text
  }

  /// Returns the longest word of a search, `nil` without words. The server finds texts, not words in any order, so it is asked for one word.
  static func searchWord(_ query: PageQuery) -> String? {
    query.search.flatMap { WireSearch.words($0).max { $0.utf8.count < $1.utf8.count } }.map(String.init)
  }

  /// Returns whether the list of a kind is one document.
  static func isWhole(_ kind: KindName) -> Bool { kind == .films }

  /// Returns the name of the query item that searches a kind: `title` for films, `name` for the others.
  func searchItem(_ kind: KindName) -> String { format.layout(kind)?.nameMember ?? "name" }

  /// Returns the query of a page. The server ignores the number of a page without its size.
  func pageItems(_ number: Int, size: Int) -> [(name: String, value: String)] { [("page", String(number)), ("limit", String(size))] }

  func list(_ kind: KindName, _ items: [(name: String, value: String)], base: String) -> String {
    base.appendingPath("\(kind)" + (items.isEmpty ? "" : "?\(formEncoded(items))"))
  }
}

extension SWAPITechDialect {
  public func kinds(root: [UInt8]) throws(DialectError) -> [KindName] {
    guard let members = try parsed(root, "the root")["result"]?.object else {
      throw DialectError("'result' in the origin's root document is not an object with a list for each kind", field: "result")
    }
    return members.compactMap { $0.value.string == nil ? nil : KindName($0.name) }
  }

  public func record(_ reference: Reference, body: [UInt8]) throws(DialectError) -> Record {
    let document = try recordMembers(reference, body: body)
    guard let envelope = document["result"]?.object else { throw .notARecord(reference, document, missing: "result") }
    return try record(reference, envelope: envelope)
  }

  public func page(_ query: PageQuery, body: [UInt8]) throws(DialectError) -> WirePage {
    let document = try parsed(body, "page \(query.number) of \(query.kind)")
    if document["results"] == nil, let result = document["result"]?.array {
      let (records, unreadable) = try records(result, of: query, member: "result")
      return WirePage(PageQuery(query.kind, search: query.search), records: records, count: records.count + unreadable, pages: 1)
    }
    guard let results = document["results"]?.array else { throw .invalidPage("results", "a list of records", query) }
    // The matches of a search may come without a number of pages, and the pages of an empty list have none.
    let pages = max(1, document["total_pages"]?.int ?? 1)
    // The server answers with its last page instead of a page after it.
    guard query.number <= pages else {
      return WirePage(query, records: [], count: max(0, document["total_records"]?.int ?? 0), pages: pages)
    }
    let (records, unreadable) = try records(results, of: query, member: "results")
    return WirePage(query, records: records, count: max(0, document["total_records"]?.int ?? records.count + unreadable), pages: pages)
  }

  private func records(_ items: [JSON], of query: PageQuery, member: String) throws(DialectError) -> (records: [Record], unreadable: Int) {
    try format.records(items) { item, index throws(DialectError) in
      try listed(item, at: "\(member)[\(index)]", query)
    }
  }

  public func wire(_ record: Record, base: String) -> JSON {
    ["message": "ok", "result": envelope(of: record, base: base)]
  }

  public func wire(_ page: WirePage, base: String) -> JSON {
    Self.searchWord(page.query) == nil && !Self.isWhole(page.query.kind)
      ? wire(page, size: Self.pageSize, isExpanded: true, base: base) : wire(matches: page.records, base: base)
  }

  public func wire(root kinds: [KindName], base: String) -> JSON {
    let links = kinds.map { ($0.text, JSON.string(list($0, [], base: base))) }
    return ["message": "ok", "result": .object(JSON.Object(links))]
  }

  /// Writes the films, or the matches of a search.
  func wire(matches records: [Record], base: String) -> JSON {
    ["message": "ok", "result": .array(records.map { envelope(of: $0, base: base) })]
  }

  /// Writes a page of `size` records. A record that is not expanded has its ID, its name and its link.
  func wire(_ page: WirePage, size: Int, isExpanded: Bool, base: String) -> JSON {
    let number = page.query.number
    let link = { (number: Int) -> JSON in .string(list(page.query.kind, pageItems(number, size: size), base: base)) }
    let results = page.records.map { record -> JSON in
      if isExpanded { return envelope(of: record, base: base) }
      let link = url(of: .record(record.reference), base: base)
      return ["uid": .string(String(record.reference.id)), "name": .string(record.name), "url": .string(link)]
    }
    return [
      "message": "ok", "total_records": .number(page.count), "total_pages": .number(page.pages),
      "previous": number > 1 ? link(number - 1) : .null, "next": number < page.pages ? link(number + 1) : .null,
      "results": .array(results),
    ]
  }
}

/// The envelope of a record: `{"properties":{…},"_id":"…","description":"…","uid":"1","__v":0}`.
///
/// The members of the envelope become extra members of the record, except those with the value that ``envelope(of:base:)`` writes anyway. The
/// times `created` and `edited` are left out if they state when the server was started.
extension SWAPITechDialect {
  /// Members of an envelope beside the properties and the ID, in the order of the server.
  private static let names = ["_id", "description", "__v"]

  func record(_ reference: Reference, envelope: JSON.Object) throws(DialectError) -> Record {
    guard let properties = envelope["properties"]?.object else { throw .notARecord(reference, envelope, missing: "properties") }
    if let id = Self.id(envelope), id != reference.id {
      throw DialectError("the origin's answer for \(reference) is a different record: its 'uid' is \(id)", field: "uid")
    }
    let added = Self.names.compactMap { name in
      envelope[name].flatMap { $0 == Self.usual(name, reference) || properties[name] != nil ? nil : (name, $0) }
    }
    return try format.record(reference, members: Self.withoutStartTime(properties), added: added)
  }

  /// Reads a record of a list.
  ///
  /// - Parameter place: the item in messages: `results[3]`.
  func listed(_ item: JSON, at place: String, _ query: PageQuery) throws(DialectError) -> Record {
    guard let envelope = item.object else { throw .invalidPage(place, "an object", query) }
    guard let properties = envelope["properties"]?.object else {
      throw DialectError(
        "'\(place)' in the origin's \(query.kind) has no 'properties': the server does not expand its lists",
        field: "\(place).properties")
    }
    let linked = RecordFormat.link(properties["url"])
    guard let reference = Self.id(envelope).map({ Reference(query.kind, $0) }) ?? linked, reference.kind == query.kind else {
      throw .invalidPage("\(place).uid", "the ID of one of the \(query.kind)", query)
    }
    return try record(reference, envelope: envelope)
  }

  func envelope(of record: Record, base: String) -> JSON {
    let link = { (reference: Reference) in url(of: .record(reference), base: base) }
    let extras = record.extras.filter { !Self.names.contains($0.name) }.map { ($0.name, $0.value) }
    let added = Self.names.map { ($0, record.extras[$0] ?? Self.usual($0, record.reference)) }
    let properties = JSON.object(JSON.Object(format.members(of: record, link: link) + extras))
    return .object(
      JSON.Object([("properties", properties)] + added.prefix(2) + [("uid", .string(String(record.reference.id)))] + added.dropFirst(2)))
  }

  /// Returns the ID of an envelope. The server writes it as text.
  private static func id(_ envelope: JSON.Object) -> Int? {
    let id = envelope["uid"].flatMap { uid in uid.int ?? uid.string.flatMap { Int($0) } }
    return id.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns the value of a member for a record that does not have it: a key that depends on the reference only, in the form of the
  /// server's database, and the description that all records of a kind have.
  private static func usual(_ name: String, _ reference: Reference) -> JSON {
    switch name {
    case "_id": .string(String(EntityTag.strong("\(reference)".utf8).dropFirst().prefix(24)))
    case "description":
      switch reference.kind.text {
      case "films": "A Star Wars Film"
      case "people": "A person within the Star Wars universe"
      case "planets": "A planet."
      case "species": "A species within the Star Wars universe"
      case "starships": "A Starship"
      case "vehicles": "A vehicle"
      default: "A Star Wars resource"
      }
    default: 0
    }
  }

  /// Removes `created` and `edited` if they are one time in milliseconds: for records without stored times, the server states when it was
  /// started. As part of a record, these times would make every restart a change of all records.
  private static func withoutStartTime(_ properties: JSON.Object) -> JSON.Object {
    guard let created = properties["created"]?.string, created == properties["edited"]?.string,
      created.utf8.count == "2025-09-15T09:37:19.660Z".utf8.count, Timestamp(parsing: created) != nil
    else { return properties }
    return JSON.Object(properties.filter { $0.name != "created" && $0.name != "edited" }.map { ($0.name, $0.value) })
  }
}
