public import Models
import OrderedJSON

extension SWAPIDialect {
  public func kinds(root: [UInt8]) throws(DialectError) -> [KindName] {
    guard let members = try parsed(root, "the root").object else {
      throw DialectError(.form, "the root of the origin is not an object with a list for each kind")
    }
    return members.compactMap { $0.value.string == nil ? nil : KindName($0.name) }
  }

  public func record(_ reference: Reference, body: [UInt8]) throws(DialectError) -> Record {
    guard let members = try parsed(body, "\(reference)").object else {
      throw DialectError(.form, "the origin's answer for \(reference) is not an object")
    }
    if let said = members["url"]?.string.flatMap({ Reference(link: $0) }), said != reference {
      throw DialectError(.form, "the origin's answer for \(reference) is another record: its 'url' names \(said)", field: "url")
    }
    return try record(reference, members: members)
  }

  public func page(_ query: PageQuery, body: [UInt8]) throws(DialectError) -> WirePage {
    let document = try parsed(body, "page \(query.number) of \(query.kind)")
    guard let count = document["count"]?.int, count >= 0 else { throw wrong("count", "a number", query) }
    guard let results = document["results"]?.array else { throw wrong("results", "a list of records", query) }
    var records: [Record] = []
    var seen: Set<Reference> = []
    var odd: DialectError?
    for (index, result) in results.enumerated() {
      do throws(DialectError) {
        let record = try listed(result, at: index, query)
        if seen.insert(record.reference).inserted { records.append(record) }
      } catch {
        odd = odd ?? error
      }
    }
    // One odd record is left out; where all are, this is no page.
    if let odd, records.isEmpty { throw odd }
    let isLast = document["next"]?.string == nil || results.isEmpty
    return WirePage(
      query, records: records, count: count, pages: isLast ? query.number : Self.pages(of: count, each: results.count, after: query.number))
  }

  /// A record as it stands in a page.
  private func listed(_ result: JSON, at index: Int, _ query: PageQuery) throws(DialectError) -> Record {
    guard let members = result.object else { throw wrong("results[\(index)]", "an object", query) }
    guard let reference = members["url"]?.string.flatMap({ Reference(link: $0) }), reference.kind == query.kind else {
      throw wrong("results[\(index)].url", "the URL of one of the \(query.kind)", query)
    }
    return try record(reference, members: members)
  }

  /// A page with another one after it is full, which tells the page size; servers may be set up for any. There is at least that other page, whatever
  /// the count says.
  private static func pages(of count: Int, each size: Int, after number: Int) -> Int {
    max(number == .max ? number : number + 1, count / size + (count % size == 0 ? 0 : 1))
  }

  private func wrong(_ field: String, _ expected: String, _ query: PageQuery) -> DialectError {
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
    var written: [String: Written] = [:]
    var extras = JSON.Object()
    for member in members {
      if member.name == "url", member.value.string.flatMap({ Reference(link: $0) }) != nil { continue }
      guard let field = layout[member.name] else {
        extras[member.name] = member.value
        continue
      }
      switch Self.read(member.value, as: field.shape) {
      case .whole(let value): written[field.key] = value
      case .partly(let value):
        written[field.key] = value
        extras[member.name] = member.value
      case .wrong:
        throw DialectError(
          .field, "'\(member.name)' in the origin's \(reference) is of a type that the field never has: \(member.value.text().prefix(60))",
          field: member.name)
      }
    }
    let name = kind.fields.first.flatMap { first in layout.entries.first { $0.field.key == first.key }?.name }
    try check(reference, members, isNamedBy: [name ?? "name"])
    do { return try kind.record(id: reference.id, extras: extras) { written[$0] ?? .missing } } catch {
      throw DialectError(.field, error.message, cause: error)
    }
  }

  /// A record has a name, or at least its own address: what has neither is some other object, such as word of a failure.
  private func check(_ reference: Reference, _ members: JSON.Object, isNamedBy names: [String]) throws(DialectError) {
    if names.contains(where: { members[$0]?.string.map { !$0.isEmpty } ?? (members[$0]?.int != nil) }) { return }
    let isLinked = members["url"]?.string.flatMap { Reference(link: $0) } == reference
    if isLinked, kinds[reference.kind] == nil || names.contains(where: { members[$0] != nil }) { return }
    let words = Self.reason(members).map { "; it says: \($0)" } ?? ""
    throw DialectError(.form, "the origin's answer for \(reference) is no record, for it has no '\(names[0])'\(words)", field: names[0])
  }

  private enum Reading {
    case whole(Written)
    /// Holds links that name no record. The raw member is kept beside what could be read.
    case partly(Written)
    case wrong
  }

  private static func read(_ json: JSON, as shape: Shape) -> Reading {
    switch (json, shape) {
    case (.null, _): return .whole(.null)
    case (.string(let link), .reference): return Reference(link: link).map { .whole(.reference($0)) } ?? .partly(.missing)
    case (.array(let links), .references):
      let references = links.compactMap { $0.string.flatMap { Reference(link: $0) } }
      return references.count == links.count ? .whole(.references(references)) : .partly(.references(references))
    case (_, .reference), (_, .references): return .wrong
    case (.string(let text), _): return .whole(.text(text))
    case (.number(let number), _): return .whole(number.int.map(Written.integer) ?? .text(number.text))
    case (.bool, _), (.array, _), (.object, _): return .wrong
    }
  }
}
