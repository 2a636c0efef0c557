public import Models
public import OrderedJSON

extension SWAPIDialect {
  public func wire(_ record: Record, base: String) -> JSON { format.object(record) { url(of: .record($0), base: base) } }

  public func wire(_ page: WirePage, base: String) -> JSON {
    var items: [(name: String, value: String)] = []
    if let search = page.query.search { items.append(("search", search)) }
    if page.query.number > 1 { items.append(("page", String(page.query.number))) }
    return wire(page, items: items, base: base)
  }

  /// Writes a page in answer to a request with the query `items`. The `next` and `previous` links keep all items in their order and set the
  /// item `page`, appending it if absent; the first page is `page=1`.
  func wire(_ page: WirePage, items: [(name: String, value: String)], base: String) -> JSON {
    let number = page.query.number
    let link = { (number: Int) -> JSON in
      var items = items
      if let index = items.lastIndex(where: { $0.name == "page" }) {
        items[index].value = String(number)
      } else {
        items.append(("page", String(number)))
      }
      return .string(list(page.query.kind, items.map { ($0.name, $0.value) }, base: base))
    }
    return [
      "count": .number(page.count),
      "next": number < page.pages ? link(number + 1) : .null,
      "previous": number > 1 ? link(number - 1) : .null,
      "results": .array(page.records.map { wire($0, base: base) }),
    ]
  }

  public func wire(root kinds: [KindName], base: String) -> JSON {
    .object(JSON.Object(kinds.map { ($0.text, .string(list($0, [], base: base))) }))
  }
}
