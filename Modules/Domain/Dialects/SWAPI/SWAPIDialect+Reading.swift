public import Models
import OrderedJSON

extension SWAPIDialect {
  public func kinds(root: [UInt8]) throws(DialectError) -> [KindName] {
    guard let members = try parsed(root, "the root").object else {
      throw DialectError(.form, "the origin's root document is not an object with a list for each kind")
    }
    return members.compactMap { $0.value.string == nil ? nil : KindName($0.name) }
  }

  public func record(_ reference: Reference, body: [UInt8]) throws(DialectError) -> Record {
    guard let members = try parsed(body, "\(reference)").object else {
      throw DialectError(.form, "the origin's answer for \(reference) is not an object")
    }
    if let linked = members["url"]?.string.flatMap({ Reference(link: $0) }), linked != reference {
      throw DialectError(.form, "the origin's answer for \(reference) is a different record: its 'url' names \(linked)", field: "url")
    }
    return try record(reference, members: members)
  }

  public func page(_ query: PageQuery, body: [UInt8]) throws(DialectError) -> WirePage {
    let document = try parsed(body, "page \(query.number) of \(query.kind)")
    guard let count = document["count"]?.int, count >= 0 else { throw invalidPage("count", "a number", query) }
    guard let results = document["results"]?.array else { throw invalidPage("results", "a list of records", query) }
    var records: [Record] = []
    var seen: Set<Reference> = []
    var firstError: DialectError?
    for (index, result) in results.enumerated() {
      do throws(DialectError) {
        let record = try pageRecord(result, at: index, query)
        if seen.insert(record.reference).inserted { records.append(record) }
      } catch {
        firstError = firstError ?? error
      }
    }
    // Invalid records are skipped; the page fails only if none is valid.
    if let firstError, records.isEmpty { throw firstError }
    let isLast = document["next"]?.string == nil || results.isEmpty
    return WirePage(
      query, records: records, count: count, pages: isLast ? query.number : Self.pages(of: count, each: results.count, after: query.number))
  }

  /// Reads one record of a page.
  private func pageRecord(_ result: JSON, at index: Int, _ query: PageQuery) throws(DialectError) -> Record {
    guard let members = result.object else { throw invalidPage("results[\(index)]", "an object", query) }
    guard let reference = members["url"]?.string.flatMap({ Reference(link: $0) }), reference.kind == query.kind else {
      throw invalidPage("results[\(index)].url", "the URL of one of the \(query.kind)", query)
    }
    return try record(reference, members: members)
  }

  /// Returns the number of pages of a list, given a page that has a successor. Such a page is full, so its length is the server's page
  /// size. The result includes at least the successor, even if `count` is too low.
  private static func pages(of count: Int, each size: Int, after number: Int) -> Int {
    max(number == .max ? number : number + 1, count / size + (count % size == 0 ? 0 : 1))
  }

  private func invalidPage(_ field: String, _ expected: String, _ query: PageQuery) -> DialectError {
    DialectError(.form, "'\(field)' in page \(query.number) of the origin's \(query.kind) is not \(expected)", field: field)
  }

  private func parsed(_ body: [UInt8], _ what: String) throws(DialectError) -> JSON {
    do { return try JSON(parsing: body) } catch {
      throw DialectError(.syntax, "the origin's answer for \(what) is \(error)", cause: error)
    }
  }

  private func record(_ reference: Reference, members: JSON.Object) throws(DialectError) -> Record {
    guard let kind = kinds[reference.kind], let layout = layout(reference.kind) else {
      try check(reference, members, isNamedBy: ["name", "title"])
      return Record(unknown: reference, extras: members)
    }
    var values: [String: OriginValue] = [:]
    // An array, because appending to an object searches for the name each time, and a body may have any number of members.
    var extras: [(String, JSON)] = []
    for member in members {
      if member.name == "url", member.value.string.flatMap({ Reference(link: $0) }) != nil { continue }
      guard let field = layout[member.name] else {
        extras.append((member.name, member.value))
        continue
      }
      switch Self.read(member.value, as: field.shape) {
      case .complete(let value): values[field.key] = value
      case .partial(let value):
        values[field.key] = value
        extras.append((member.name, member.value))
      case .wrongType:
        throw DialectError(
          .field, "'\(member.name)' in the origin's \(reference) has the wrong type: \(Self.shortened(member.value.text(), to: 60))",
          field: member.name)
      }
    }
    try check(reference, members, isNamedBy: [layout.nameMember])
    do { return try kind.record(id: reference.id, extras: JSON.Object(extras)) { values[$0] ?? .missing } } catch {
      throw DialectError(.field, error.message, cause: error)
    }
  }

  /// Checks that the members have a name, or at least the record's own URL. Throws for other objects, such as an error message.
  private func check(_ reference: Reference, _ members: JSON.Object, isNamedBy names: [String]) throws(DialectError) {
    if names.contains(where: { members[$0]?.string.map { !$0.isEmpty } ?? (members[$0]?.int != nil) }) { return }
    let isLinked = members["url"]?.string.flatMap { Reference(link: $0) } == reference
    if isLinked, kinds[reference.kind] == nil || names.contains(where: { members[$0] != nil }) { return }
    let detail = Self.errorDetail(members).map { "; the origin says: \($0)" } ?? ""
    throw DialectError(.form, "the origin's answer for \(reference) is not a record: '\(names[0])' is missing\(detail)", field: names[0])
  }

  private enum MemberValue {
    case complete(OriginValue)
    /// Some links do not name a record; the raw member is kept in addition to the valid links.
    case partial(OriginValue)
    case wrongType
  }

  private static func read(_ json: JSON, as shape: Shape) -> MemberValue {
    switch (json, shape) {
    case (.null, _): return .complete(.null)
    case (.string(let link), .reference): return Reference(link: link).map { .complete(.reference($0)) } ?? .partial(.missing)
    case (.array(let links), .references):
      let references = links.compactMap { $0.string.flatMap { Reference(link: $0) } }
      return references.count == links.count ? .complete(.references(references)) : .partial(.references(references))
    case (_, .reference), (_, .references): return .wrongType
    case (.string(let text), _): return .complete(.text(text))
    case (.number(let number), _): return .complete(number.int.map(OriginValue.integer) ?? .text(number.text))
    case (.bool, _), (.array, _), (.object, _): return .wrongType
    }
  }
}
